/** The first stage: what a request shows before anything in it is read. */

import type { Request } from 'express';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { UsedConnection } from '../server.js';
import type { ServiceContext } from '../service-context.js';

export interface Arrival {
  readonly req: Request;
  /** A reading of `performance.now()`. */
  readonly received: number;
  /** Undefined if the server is not the emulator's own. */
  readonly connection: UsedConnection | undefined;
  /** The sandbox of the `Emulator-Sandbox` header, or the default one. Used if no token, client or link names another. */
  readonly fallback: Sandbox;
  readonly diagnostics: readonly string[];
}

const NO_DIAGNOSTICS: readonly string[] = [];

/** Notes when and how a request arrived. A sandbox header that names no sandbox is reported as a diagnostic. */
export function arrive({ connections, sandboxes }: ServiceContext, req: Request): Arrival {
  const id = req.headers['emulator-sandbox'];
  const named = id === undefined ? undefined : sandboxes.byId(String(id));
  return {
    req,
    received: performance.now(),
    connection: connections.use(req.socket),
    fallback: named ?? sandboxes.default,
    diagnostics:
      id === undefined || named !== undefined
        ? NO_DIAGNOSTICS
        : [`there is no sandbox "${String(id)}", which the Emulator-Sandbox header names`],
  };
}
