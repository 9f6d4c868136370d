/** Refuses the paths that no plane has, and those that Express cannot decode. */

import type { NextFunction, Request, Response } from 'express';
import { errorResponse } from './representations/error-responses.js';
import { writeError } from './write-error.js';
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
