/** The Express application of both planes, and what its own server calls. */

import express, { type Express, type Request, type RequestHandler } from 'express';
import type { ControlContext } from './control/control-context.js';
import { controlPlane } from './control/control-plane.js';
import { isFromBrowser, startPage } from './control/start-page.js';
import type { CompleteOptions } from './options.js';
import { crossOrigin } from './service/cross-origin.js';
import { dataPlane } from './service/data-plane.js';
import { verificationPage } from './service/operations/verification-page.js';
import { refuseBrokenPath, refuseUnknownPath } from './service/refuse-path.js';
import type { AppRequestHandler } from './service/server.js';
import type { ServiceContext } from './service/service-context.js';

export interface Application {
  /** To be mounted into others. */
  readonly app: Express;
  /** Handles what the server of the application receives. */
  readonly handle: AppRequestHandler;
}

/** Puts both planes, and the pages beside them, into one application. */
export function application(
  service: ServiceContext,
  control: ControlContext,
  { trustProxy, cors }: Pick<CompleteOptions, 'trustProxy' | 'cors'>,
): Application {
  const app = express();
  const serve = dataPlane(service);
  app.disable('x-powered-by');
  app.disable('etag');
  // Where it is mounted, the application around it decides.
  if (trustProxy) app.enable('trust proxy');
  if (cors.length > 0) app.use(unless(isElsewhere, crossOrigin(cors)));
  app.use(unless(isElsewhere, serve));
  app.use('/_emulator', controlPlane(control));
  app.get(['/', '/docs'], startPage(control));
  app.get('/verify/:token', verificationPage(service));
  app.use(refuseUnknownPath);
  app.use(refuseBrokenPath);
  return { app, handle: cors.length > 0 ? app : withoutRouting(app, serve) };
}

/** The router of Express takes as long as half of the data plane, which gets most requests and needs no router. */
function withoutRouting(app: Express, serve: ReturnType<typeof dataPlane>): AppRequestHandler {
  return (req, res) => {
    if (isElsewhere(req)) {
      app(req, res);
      return;
    }
    // `res.json()` of Express needs it.
    req.res = res;
    serve(req, res).catch((error: unknown) => {
      refuseBrokenPath(error, req, res, () => {
        res.destroy();
      });
    });
  };
}

function unless(condition: (req: Request) => boolean, handler: RequestHandler): RequestHandler {
  return async (req, res, next) => {
    if (condition(req)) next();
    else await handler(req, res, next);
  };
}

/** Whether a request is not for the service itself. */
function isElsewhere(req: Request): boolean {
  return req.url.startsWith('/_emulator') || req.url.startsWith('/verify/') || isFromBrowser(req);
}
