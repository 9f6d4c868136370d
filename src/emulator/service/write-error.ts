/** Writes an error that is no exchange: by Node.js alone, because the data plane is also called without Express. */

import type { ServerResponse } from 'node:http';
import type { errorResponse } from './representations/error-responses.js';

export function writeError(
  res: ServerResponse,
  { status, headers, body }: Pick<ReturnType<typeof errorResponse>, 'status' | 'headers' | 'body'>,
): void {
  const text = Buffer.from(JSON.stringify(body));
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('Content-Length', text.length);
  res.end(text);
}
