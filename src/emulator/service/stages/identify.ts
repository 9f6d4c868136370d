/** Finds out who sent a request, and with that its sandbox. */

import type { Access } from '../../../contract/operation.js';
import { clientIdsOf } from '../request/client-credentials.js';
import { linkTokenOf } from '../operations/check-verification-status.js';
import type { ServiceContext } from '../service-context.js';
import { grantOf } from '../request/access-token.js';
import { valueOf, type ServedExchange, type Located } from '../exchange.js';
import { chooseContract, findOperation } from './locate.js';

/** The caller of an operation. */
type Caller = Pick<ServedExchange, 'sandbox' | 'clientId'> & Partial<Pick<ServedExchange, 'tokenId' | 'link'>>;

/**
 * Identifies the caller by the access token, by the client ID at the token endpoint, or by the link token of the public
 * check. A client's secret is checked by the token endpoint itself.
 * @throws ServiceFailure 401 if a valid access token is required, 400 or 415 if the form of a token request is
 * malformed
 * @throws ScenarioSelectionError
 */
export function authenticate(context: ServiceContext, exchange: Located): void {
  const { sandbox: named, contract, operation } = exchange;
  const isBearer = operation.access === 'bearer';
  try {
    Object.assign(exchange, CALLERS[operation.access](context, exchange));
  } catch (failure) {
    // An unknown path is refused before what it is asked with.
    if (!isBearer) findOperation(context, exchange);
    throw failure;
  }
  if (isBearer && exchange.sandbox === named) return;
  chooseContract(context, exchange);
  // The operation was found in the contract of another sandbox than the caller's.
  if (!isBearer || exchange.contract !== contract) findOperation(context, exchange);
}

/** Finds the caller, by the access that operations require. */
const CALLERS: Readonly<Record<Access, (context: ServiceContext, exchange: Located) => Caller>> = {
  bearer: grantOf,
  client: clientOf,
  public: holderOf,
};

function clientOf({ sandboxes, openSandbox }: ServiceContext, { req, body, fallback }: Located): Caller {
  const form = valueOf(body);
  const { authorization } = req.headers;
  const clientIds = clientIdsOf(authorization, form);
  const known = (): string | undefined => clientIds.find((id) => sandboxes.byClientId(id) !== undefined);
  // What is opened for an unknown client has one of its IDs.
  const clientId = known() ?? (openSandbox?.(form, authorization) && known()) ?? clientIds[0] ?? '';
  return { sandbox: sandboxes.byClientId(clientId) ?? fallback, clientId };
}

function holderOf({ sandboxes, linkTokens }: ServiceContext, { fallback, path }: Located): Caller {
  const link = linkTokens.read(linkTokenOf(path), sandboxes);
  return { sandbox: link?.sandbox ?? fallback, clientId: link?.clientId ?? '', link };
}
