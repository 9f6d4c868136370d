/**
 * The data plane (the emulated service), the control plane (`/_emulator`) and the pages of an emulator as one Express
 * application.
 */

import express, { type Express, type Request, type RequestHandler } from 'express';
import type { ControlContext } from '../emulator/control/control-context.js';
import { controlPlane } from '../emulator/control/http/control-plane.js';
import type { FurtherEndpoints } from '../emulator/control/http/endpoint.js';
import { guard } from '../emulator/control/http/guard.js';
import { redirectToInspector } from '../emulator/control/http/pages.js';
import type { CompleteOptions } from '../emulator/options.js';
import { crossOrigin } from '../emulator/service/http/cross-origin.js';
import { dataPlane } from '../emulator/service/data-plane.js';
import { verificationPage } from '../emulator/service/representations/verification-page.js';
import { isForControlPlane, refuseBrokenPath, refuseUnknownPath } from '../emulator/service/other-paths.js';
import type { ServiceContext } from '../emulator/service/service-context.js';
import { verificationEndpoints } from '../pact/provider/verification-endpoints.js';
import { withPacts } from '../pact/generate/pact-from-journal.js';

/** The application of an emulator. The data plane comes before everything else, because most requests are for it. */
export function application(service: ServiceContext, control: ControlContext, options: CompleteOptions): Express {
  const { cors } = options;
  const app = express();
  // The service sends neither of the headers that Express adds.
  app.disable('x-powered-by');
  app.disable('etag');

  if (cors.length > 0) app.use(unless(isForControlPlane, crossOrigin(cors)));
  app.use(unless(isForControlPlane, dataPlane(service)));
  app.use('/_emulator', controlPlane(withPacts(control), furtherEndpoints()));
  app.get(['/', '/docs'], redirectToInspector);
  app.get('/verify/:token', verificationPage(service));

  // What nobody has answered until here.
  app.use(refuseUnknownPath);
  app.use(refuseBrokenPath);

  return app;
}

/** The endpoints for verifiers of pacts, and the tools for agents. The tools are loaded at their first request. */
function furtherEndpoints(): FurtherEndpoints {
  const verification = verificationEndpoints();
  return {
    ...verification,
    serve: async (context, req, res) => {
      if (req.path !== '/mcp') return await verification.serve(context, req, res);

      guard(req, context);
      const { serveMcp } = await import('./mcp/serve-mcp.js');
      await serveMcp(context, req, res);

      return true;
    },
  };
}

/** The handler, for all requests that do not meet the condition. */
function unless(condition: (req: Request) => boolean, handler: RequestHandler): RequestHandler {
  return async (req, res, next) => {
    if (condition(req)) next();
    else await handler(req, res, next);
  };
}
