/**
 * What our own server serves. The data plane, which gets most requests, needs no Express: its router takes as long as
 * half of the data plane, and to load it is a tenth of the start. The first request for anything else loads it.
 */

import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { ControlContext } from '../emulator/control/control-context.js';
import type { CompleteOptions } from '../emulator/options.js';
import { dataPlane } from '../emulator/service/data-plane.js';
import { isForControlPlane, refuseBrokenPath } from '../emulator/service/other-paths.js';
import type { ServedApplication } from '../emulator/service/http/server.js';
import type { ServiceContext } from '../emulator/service/service-context.js';

/** A request with the only member that the data plane reads and Express would add. */
export class ServiceRequest extends IncomingMessage {
  readonly baseUrl = '';
}

export class OwnApplication implements ServedApplication {
  // Express replaces the prototypes of requests and responses, so each application has classes of its own.
  readonly IncomingMessage = class extends ServiceRequest {};
  readonly ServerResponse = class<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {};
  readonly #serve: ReturnType<typeof dataPlane>;
  readonly #load: () => Promise<Express>;
  readonly #hasCors: boolean;
  #express: Promise<Express> | undefined;

  constructor(service: ServiceContext, control: ControlContext, options: CompleteOptions) {
    this.#serve = dataPlane(service);
    this.#hasCors = options.cors.length > 0;
    this.#load = async () => {
      const { application } = await import('./application.js');
      return this.#adopt(application(service, control, options));
    };
  }

  readonly handle = (req: IncomingMessage, res: ServerResponse): void => {
    const refuse = (error: unknown): void => {
      refuseBrokenPath(error, req as Request, res as Response, () => {
        res.destroy();
      });
    };
    if (!this.#hasCors && !isForControlPlane(req)) this.#serve(req as Request, res as Response).catch(refuse);
    else
      (this.#express ??= this.#load()).then((app) => {
        app(req, res);
      }, refuse);
  };

  /**
   * Express replaces the prototype of every request and response, which makes both objects slow. As ours already have
   * its prototypes from now on, the replacement changes nothing.
   */
  #adopt(app: Express): Express {
    Object.setPrototypeOf(this.IncomingMessage.prototype, app.request);
    Object.setPrototypeOf(this.ServerResponse.prototype, app.response);
    app.request = this.IncomingMessage.prototype as unknown as Express['request'];
    app.response = this.ServerResponse.prototype as unknown as Express['response'];

    return app;
  }
}
