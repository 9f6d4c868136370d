/** Begins an exchange: notes the time of arrival, the connection, the selected scenarios and the authorization. */

import type { Request, Response } from 'express';
import { readAuthorization } from '../../../contract/authorization.js';
import { resultOf, ServedExchange } from '../exchange.js';
import { refuseUnknownHeaders } from '../request/emulator-headers.js';
import type { ServiceContext } from '../service-context.js';

/** Begins the exchange of a request. */
export function arrive(context: ServiceContext, req: Request, res: Response): ServedExchange {
  const { authorization, 'emulator-scenario': selection } = req.headers;
  const exchange = new ServedExchange({
    context,
    req,
    res,
    // A mistake in a header is reported later, by the operation that the request calls.
    headerScenarios: resultOf(() => {
      refuseUnknownHeaders(req.rawHeaders);
      return context.scenarios.ofHeader(selection);
    }),
    authorization: authorization === undefined ? undefined : readAuthorization(authorization),
  });
  exchange.connection = context.connections.useOf(req.socket, exchange);

  return exchange;
}
