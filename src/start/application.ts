/** Both planes, and the pages beside them, as one Express application. */

import express, { type Express, type Request, type RequestHandler } from 'express';
import { PROBLEM_TYPE, problemDetails } from '../common/platform/problem-details.js';
import type { ControlContext, EndpointContext } from '../emulator/control/control-context.js';
import { controlPlane } from '../emulator/control/control-plane.js';
import { guard } from '../emulator/control/guard.js';
import { problemOf } from '../emulator/control/problem.js';
import { startPage } from '../emulator/control/pages/start-page.js';
import { isElsewhere } from './is-elsewhere.js';
import type { CompleteOptions } from '../emulator/options.js';
import { crossOrigin } from '../emulator/service/cross-origin.js';
import { dataPlane } from '../emulator/service/data-plane.js';
import { verificationPage } from '../emulator/service/representations/verification-page.js';
import { refuseBrokenPath, refuseUnknownPath } from '../emulator/service/refuse-path.js';
import type { ServiceContext } from '../emulator/service/service-context.js';
import { verificationEndpoints } from '../pact/provider/verification-endpoints.js';
import { withPacts } from './with-pacts.js';

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
  app.use('/_emulator', toolsForAgents(withPacts(control)));
  app.use('/_emulator', controlPlane(withPacts(control), verificationEndpoints(control.contracts)));
  app.get(['/', '/docs'], startPage(control));
  app.get('/verify/:token', verificationPage(service));
  app.use(refuseUnknownPath);
  app.use(refuseBrokenPath);
  return app;
}

/** Loaded at its first request. */
function toolsForAgents(control: EndpointContext): RequestHandler {
  return async (req, res, next) => {
    if (req.path !== '/mcp') {
      next();
      return;
    }
    try {
      guard(req, control, 'token');
      const { serveMcp } = await import('./mcp/serve-mcp.js');
      await serveMcp(control, req, res);
    } catch (error) {
      const { status, title, message, headers } = problemOf(error, control.onInternalError);
      if (res.headersSent) res.destroy();
      else
        res
          .status(status)
          .set(headers)
          .type(PROBLEM_TYPE)
          .send(problemDetails(status, title, message, {}));
    }
  };
}

function unless(condition: (req: Request) => boolean, handler: RequestHandler): RequestHandler {
  return async (req, res, next) => {
    if (condition(req)) next();
    else await handler(req, res, next);
  };
}
