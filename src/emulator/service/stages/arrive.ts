/** Notes when a request arrives, on which connection, and what its header selects. */

import type { Request, Response } from 'express';
import { resultOf, ServedExchange } from '../exchange.js';
import type { ServiceContext } from '../service-context.js';

/** Begins the exchange of a request. */
export function arrive(context: ServiceContext, req: Request, res: Response): ServedExchange {
  const { connections, contracts, scenarios, sentByEmulator = false } = context;
  const received = performance.now();
  return new ServedExchange({
    req,
    res,
    received,
    sentByEmulator,
    connection: connections.use(req.socket),
    headerScenarios: resultOf(() => scenarios.ofHeader(req.headers['emulator-scenario'])),
    contract: contracts.base,
  });
}
