/** Both planes, and the pages beside them, as one Express application. */

import express, { type Express, type Request, type RequestHandler } from 'express';
import type { ControlContext } from './control/control-context.js';
import { controlPlane } from './control/control-plane.js';
import { startPage } from './control/start-page.js';
import { isElsewhere } from './is-elsewhere.js';
import type { CompleteOptions } from './options.js';
import { crossOrigin } from './service/cross-origin.js';
import { dataPlane } from './service/data-plane.js';
import { verificationPage } from './service/operations/verification-page.js';
import { refuseBrokenPath, refuseUnknownPath } from './service/refuse-path.js';
import type { ServiceContext } from './service/service-context.js';

/** The application. */
export function application(
  service: ServiceContext,
  control: ControlContext,
  { trustProxy, cors }: Pick<CompleteOptions, 'trustProxy' | 'cors'>,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Where it is mounted, the application around it decides.
  if (trustProxy) app.enable('trust proxy');
  if (cors.length > 0) app.use(unless(isElsewhere, crossOrigin(cors)));
  app.use(unless(isElsewhere, dataPlane(service)));
  app.use('/_emulator', controlPlane(control));
  app.get(['/', '/docs'], startPage(control));
  app.get('/verify/:token', verificationPage(service));
  app.use(refuseUnknownPath);
  app.use(refuseBrokenPath);
  return app;
}

function unless(condition: (req: Request) => boolean, handler: RequestHandler): RequestHandler {
  return async (req, res, next) => {
    if (condition(req)) next();
    else await handler(req, res, next);
  };
}
