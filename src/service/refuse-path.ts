/** The last resort: paths that nobody answers, and those that Express itself refuses because it cannot decode them. */

import type { NextFunction, Request, Response } from 'express';
import { errorResponse } from './representations/error-responses.js';
import { notFound, ServiceFailure } from './service-failure.js';

/** Answers an error of Express in the service's dialect. Express tells error handlers by their four parameters. */
export function refuseBrokenPath(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) {
    next(error);
    return;
  }
  const status = (error as { status?: number }).status ?? 500;
  const failure =
    status < 500
      ? new ServiceFailure(status, 'invalid_request', 'The path is not valid percent-encoded UTF-8.')
      : new ServiceFailure(500, 'internal_error', 'The server could not answer the request.');
  write(res, failure);
}

/** Answers what no plane has. */
export function refuseUnknownPath(_req: Request, res: Response): void {
  write(res, notFound('There is nothing at this path.'));
}

function write(res: Response, failure: ServiceFailure): void {
  const { status, headers, body } = errorResponse(undefined, failure);
  res.status(status).set(headers).json(body);
}
