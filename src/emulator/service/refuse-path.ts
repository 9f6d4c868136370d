/** Refuses requests outside of exchanges: for the paths that no plane has, and those that Express cannot decode. */

import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { PlainResponse } from '../../contract/response.js';
import { errorResponse } from './representations/error-responses.js';
import { internalError, notFound, ServiceFailure } from './service-failure.js';

/** Responds to an error of Express in the service's format. Express recognizes error handlers by their four parameters. */
export function refuseBrokenPath(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) {
    next(error);
    return;
  }
  const status = (error as { status?: number }).status ?? 500;
  write(
    res,
    status < 500
      ? new ServiceFailure(status, 'invalid_request', 'The path is not valid percent-encoded UTF-8.')
      : internalError(),
  );
}

/** Responds to a request that no plane has handled. */
export function refuseUnknownPath(_req: Request, res: Response): void {
  write(res, notFound('There is nothing at this path.'));
}

function write(res: Response, failure: ServiceFailure): void {
  writeError(res, errorResponse(undefined, failure));
}

/** Writes an error that is no exchange: by Node.js alone, because the data plane is also called without Express. */
export function writeError(res: ServerResponse, { status, headers, body }: PlainResponse): void {
  const text = Buffer.from(JSON.stringify(body));
  res.writeHead(status, { ...headers, 'Content-Length': text.length }).end(text);
}
