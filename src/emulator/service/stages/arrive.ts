/** Begins an exchange: notes the time of arrival, the connection, the selected scenarios and the authorization. */

import type { Request, Response } from 'express';
import { readAuthorization } from '../../../contract/authorization.js';
import { resultOf, ServedExchange } from '../exchange.js';
import { refuseUnknownHeaders } from '../request/emulator-headers.js';
import type { ServiceContext } from '../service-context.js';

/** Begins the exchange of a request. */
export function arrive(context: ServiceContext, req: Request, res: Response): ServedExchange {
  const { connections, contracts, scenarios, sentByEmulator = false } = context;
  const received = performance.now();
  const { authorization, 'emulator-scenario': selection } = req.headers;
  const exchange = new ServedExchange({
    req,
    res,
    received,
    sentByEmulator,
    headerScenarios: resultOf(() => {
      refuseUnknownHeaders(req.rawHeaders);
      return scenarios.ofHeader(selection);
    }),
    authorization: authorization === undefined ? undefined : readAuthorization(authorization),
    contract: contracts.base,
  });
  exchange.connection = connections.use(req.socket, exchange);

  return exchange;
}
