/** Requests that are no exchanges of the service: for the control plane, for a page, or for a refused path. */

import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { errorText, writeText } from './representations/error-responses.js';
import { internalError, notFound, ServiceError } from './service-error.js';

/** Whether a request is for the control plane, or for a page. Links of the service lead to the page `/verify/`. */
export function isForControlPlane(req: IncomingMessage): boolean {
  return req.url!.startsWith('/_emulator') || req.url!.startsWith('/verify/') || isFromBrowser(req);
}

/**
 * Whether a browser sends the request on its own, for a page that it opens or for an icon. A request with credentials
 * always comes from a client of the service.
 */
function isFromBrowser({ url, method, headers }: IncomingMessage): boolean {
  if (url !== '/' && url !== '/docs' && url !== '/favicon.ico') return false;
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers.authorization !== undefined) return false;

  return url === '/favicon.ico' || headers.accept?.includes('text/html') === true;
}

/**
 * Responds to an error of Express in the service's format. Express recognizes error handlers by their four parameters.
 */
export function refuseBrokenPath(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  // A response that has begun cannot become another one. Express then closes the connection.
  if (res.headersSent) {
    next(error);
    return;
  }

  const { status = 500 } = error as { readonly status?: number };
  const message = 'The path is not valid percent-encoded UTF-8.';
  const failure = status >= 500 ? internalError() : new ServiceError(status, 'invalid_request', message);
  writeText(res, errorText(undefined, failure));
}

/** Responds to a request that no plane has handled. */
export function refuseUnknownPath(_req: Request, res: Response): void {
  writeText(res, errorText(undefined, notFound('There is nothing at this path.')));
}
