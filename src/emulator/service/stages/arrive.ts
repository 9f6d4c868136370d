/** Notes when a request arrives, on which connection, and what its header selects. */

import type { Request, Response } from 'express';
import { resultOf, ServedExchange } from '../exchange.js';
import type { ServiceContext } from '../service-context.js';

const NO_SELECTION = { value: [] };

/** Begins the exchange of a request. */
export function arrive(context: ServiceContext, req: Request, res: Response): ServedExchange {
  const { connections, contracts, scenarios, sentByEmulator = false } = context;
  const received = performance.now();
  const header = req.headers['emulator-scenario'];
  return new ServedExchange({
    req,
    res,
    received,
    sentByEmulator,
    connection: connections.use(req.socket),
    headerScenarios: header === undefined ? NO_SELECTION : resultOf(() => scenarios.ofHeader(header)),
    contract: contracts.base,
  });
}
