/** Lets web pages of other origins call the data plane (Fetch standard, CORS protocol), as the option `cors` says. */

import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** How long a browser may remember the response to a preflight, in seconds. */
const PREFLIGHT_SECONDS = 600;

/**
 * Adds the headers that let pages of these origins read responses, and responds to the preflights of their browsers.
 * Preflights are no requests to the service, so no journal has them. The service handles preflights of other origins.
 * @param origins scheme, host and port of each, or `*`
 */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  const allowsAll = origins.includes('*');
  return function allowOrigin(req: Request, res: Response, next: NextFunction): void {
    const { origin } = req.headers;
    // A cache must not give the response for one origin to another origin.
    if (!allowsAll) res.setHeader('Vary', 'Origin');
    const isAllowed = origin !== undefined && (allowsAll || origins.includes(origin));
    if (!isAllowed) {
      next();
      return;
    }

    res.setHeader('Access-Control-Allow-Origin', allowsAll ? '*' : origin);
    const method = req.headers['access-control-request-method'];
    if (req.method === 'OPTIONS' && method !== undefined) {
      respondToPreflight(req, res);
      return;
    }

    res.setHeader('Access-Control-Expose-Headers', '*');
    next();
  };
}

/** Allows all requested methods and headers. The request itself is checked when it comes. */
function respondToPreflight({ headers }: Request, res: Response): void {
  const requested = headers['access-control-request-headers'];
  res.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    ...(requested !== undefined && { 'Access-Control-Allow-Headers': requested }),
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  });
  res.end();
}
