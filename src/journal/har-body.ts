/** A body as an HTTP Archive writes it. */

import type { HeaderField, JournaledBody } from './journaled-exchange.js';
import { headerOf } from './message.js';

/** The members of HAR's `content` (section "content"). */
export interface HarBody {
  /** In bytes. */
  readonly size: number;
  readonly mimeType: string;
  readonly text?: string;
  readonly encoding?: 'base64';
  readonly comment?: string;
}

/** The body of a message; undefined where it has none. */
export function harBody({
  headers,
  body,
}: {
  readonly headers: readonly HeaderField[];
  readonly body?: JournaledBody;
}): HarBody | undefined {
  if (body === undefined) return undefined;
  // The name that browsers write where there is no media type.
  const mimeType = headerOf(headers, 'Content-Type') ?? 'x-unknown';
  if ('text' in body) return { size: Buffer.byteLength(body.text), mimeType, text: body.text };
  if ('base64' in body)
    return { size: Buffer.byteLength(body.base64, 'base64'), mimeType, text: body.base64, encoding: 'base64' };
  return { size: body.bytes, mimeType, comment: 'too large to be kept' };
}
