/**
 * What the emulator's own server serves. The data plane gets most requests and needs no Express. The router of Express
 * would take half as long as the data plane, and its loading a tenth of the start. The first other request loads it.
 */

import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import { once } from '../contract/schema/lazy.js';
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

/** Serves the data plane itself, and everything else by Express. */
export class OwnApplication implements ServedApplication {
  // Express replaces the prototypes of requests and responses, so each application has classes of its own.
  readonly IncomingMessage = class extends ServiceRequest {};
  readonly ServerResponse = class<Message extends IncomingMessage = IncomingMessage> extends ServerResponse<Message> {};
  readonly #serveData: ReturnType<typeof dataPlane>;
  /** Loads Express at the first call. */
  readonly #express: () => Promise<Express>;
  readonly #hasCors: boolean;

  constructor(service: ServiceContext, control: ControlContext, options: CompleteOptions) {
    this.#serveData = dataPlane(service);
    this.#hasCors = options.cors.length > 0;
    this.#express = once(async () => {
      const { application } = await import('./application.js');
      return this.#adopt(application(service, control, options));
    });
  }

  readonly handle = (req: IncomingMessage, res: ServerResponse): void => {
    const refuse = (error: unknown): void =>
      refuseBrokenPath(error, req as Request, res as Response, () => res.destroy());

    // Express handles CORS, too.
    const needsExpress = this.#hasCors || isForControlPlane(req);
    if (needsExpress)
      this.#express().then((app) => {
        app(req, res);
      }, refuse);
    else this.#serveData(req as Request, res as Response).catch(refuse);
  };

  /**
   * Gives the application the prototypes of our own classes. Express sets the prototype of every request and response,
   * and another prototype would make both objects slow. From now on, Express sets the prototype that each has already.
   */
  #adopt(app: Express): Express {
    Object.setPrototypeOf(this.IncomingMessage.prototype, app.request);
    Object.setPrototypeOf(this.ServerResponse.prototype, app.response);
    app.request = this.IncomingMessage.prototype as unknown as Express['request'];
    app.response = this.ServerResponse.prototype as unknown as Express['response'];

    return app;
  }
}
