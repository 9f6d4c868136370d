/** The first stage: what a request shows before anything in it is read. */

import type { Request } from 'express';
import type { Claims } from '../../domain/tokens/access-tokens.js';
import type { ServiceContext } from '../service-context.js';
import { ServedExchange } from './exchange.js';

const NO_DIAGNOSTICS: readonly string[] = [];

/**
 * Notes when and how a request arrived, and the sandbox that its access token names, if it has one. A sandbox header
 * that names no sandbox is reported as a diagnostic.
 */
export function arrive(
  { connections, contracts, sandboxes, sentByEmulator = false }: ServiceContext,
  req: Request,
  claims: Claims | undefined,
): ServedExchange {
  const id = req.headers['emulator-sandbox'];
  const named = id === undefined ? undefined : sandboxes.byId(String(id));
  const fallback = named ?? sandboxes.default;
  return new ServedExchange({
    req,
    received: performance.now(),
    sentByEmulator,
    connection: connections.use(req.socket),
    claims,
    fallback,
    sandbox: (claims && sandboxes.byId(claims.sandbox)) ?? fallback,
    contract: contracts.base,
    diagnostics:
      id === undefined || named !== undefined
        ? NO_DIAGNOSTICS
        : [`there is no sandbox "${String(id)}", which the Emulator-Sandbox header names`],
  });
}
