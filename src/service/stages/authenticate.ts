/** Finds out who sent a request, and with that its sandbox. */

import type { Link } from '../../domain/tokens/link-tokens.js';
import { clientIdOf } from '../client-credentials.js';
import { linkTokenOf } from '../operations/check-verification-status.js';
import type { ServiceContext } from '../service-context.js';
import { grantOf } from './access-token.js';
import { failingWith, type Exchange } from './exchange.js';
import { contractFor } from './locate.js';
import { valueOf, type Received } from './receive.js';

/** An exchange whose caller is known. */
export interface Authenticated extends Received {
  /** Of the access token; undefined if the operation takes none. */
  readonly tokenId: string | undefined;
  readonly link: Link | undefined;
}

/** The caller of an operation. */
type Caller = Pick<Authenticated, 'sandbox' | 'clientId'> & Partial<Pick<Authenticated, 'tokenId' | 'link'>>;

/**
 * Identifies the caller by the access token, by the client ID at the token endpoint, or by the link token of the public check.
 * A client's secret is checked by the token endpoint itself.
 * @throws ServiceFailure 401 if a valid access token is required, 400 or 415 if the form of a token request is malformed
 * @throws StageError because of a ScenarioSelectionError
 */
export function authenticate(context: ServiceContext, received: Received): Authenticated {
  const { operation } = received;
  switch (operation.access) {
    case 'bearer':
      return authenticated(received, grantOf(context, received), received);
    case 'client':
      return inOwnContract(context, received, clientOf(context, received));
    case 'public':
      return inOwnContract(context, received, holderOf(context, received));
  }
}

function clientOf({ sandboxes, openSandbox }: ServiceContext, { arrival, body }: Received): Caller {
  const form = valueOf(body);
  const { authorization } = arrival.req.headers;
  const clientId = clientIdOf(authorization, form) ?? '';
  const sandbox = sandboxes.byClientId(clientId) ?? openSandbox?.(form, authorization) ?? arrival.fallback;
  return { sandbox, clientId };
}

function holderOf({ sandboxes, linkTokens }: ServiceContext, { arrival, path }: Received): Caller {
  const link = linkTokens.read(linkTokenOf(path), sandboxes);
  return link === undefined
    ? { sandbox: arrival.fallback, clientId: '' }
    : { sandbox: link.sandbox, clientId: link.clientId, link };
}

/** The operation was found in the contract of another sandbox than the caller's. */
function inOwnContract(context: ServiceContext, received: Received, caller: Caller): Authenticated {
  const { operation, headerScenarios } = received;
  const contract = failingWith(
    () => identified(received, caller),
    () => contractFor(context, caller, headerScenarios),
  );
  return authenticated(received, caller, { contract, operation: contract.operations.get(operation.id) ?? operation });
}

function authenticated(
  received: Received,
  { sandbox, clientId, tokenId, link }: Caller,
  { contract, operation }: Pick<Received, 'contract' | 'operation'>,
): Authenticated {
  const { arrival, claims, access, path, queryString, headerScenarios, requestBody, query, body, diagnostics } =
    received;
  return {
    arrival,
    claims,
    sandbox,
    clientId,
    contract,
    access,
    operation,
    path,
    queryString,
    headerScenarios,
    requestBody,
    query,
    body,
    tokenId,
    link,
    diagnostics,
  };
}

function identified(received: Received, { sandbox, clientId }: Caller): Exchange {
  return { ...received, sandbox, clientId };
}
