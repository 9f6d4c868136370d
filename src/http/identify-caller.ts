/** Finds out whose sandbox a request belongs to. */

import type { Request } from 'express';
import type { Operation } from '../contract/operation.js';
import type { Grant } from '../domain/access-tokens.js';
import { AccessTokenError } from '../domain/token-flaw.js';
import { clientIdOf } from './client-credentials.js';
import { ServiceFailure, unauthorized } from './service-failure.js';
import type { ServiceContext } from './service-context.js';

/** `Bearer` in any case, then a token in the alphabet of RFC 6750 section 2.1. */
const BEARER = /^bearer +([a-z0-9._~+/-]+=*) *$/i;

/** What is known of a request before its caller is. */
export interface Unidentified {
  readonly operation: Operation;
  readonly req: Request;
  readonly path: Readonly<Record<string, string>>;
  /** The parsed form; undefined but at the token endpoint. */
  readonly form: unknown;
}

/** Whose request it is. */
export interface Caller extends Omit<Grant, 'tokenId'> {
  /** Of the access token; absent where the operation takes none. */
  readonly tokenId?: string;
  /** Of the credential whose link is checked. */
  readonly contractId?: string;
}

/**
 * The caller and its sandbox: named by the access token, by the client ID at the token endpoint, or by the link token
 * of the public check. Where nothing names one and nothing has to, it is the default sandbox.
 * @throws ServiceFailure 401 where an access token is needed and none that is good is there
 */
export function identifyCaller(context: ServiceContext, { operation, req, path, form }: Unidentified): Caller | Promise<Caller> {
  const { sandboxes, linkTokens } = context;
  switch (operation.access) {
    case 'bearer':
      return authenticate(context, req);
    case 'client': {
      const clientId = clientIdOf(req.headers.authorization, form) ?? '';
      return { sandbox: sandboxes.byClientId(clientId) ?? sandboxes.default, clientId };
    }
    case 'public':
      return linkTokens.read(path['token'] ?? '', sandboxes) ?? { sandbox: sandboxes.default, clientId: '' };
  }
}

function authenticate({ accessTokens, sandboxes }: ServiceContext, req: Request): Caller | Promise<Caller> {
  const { authorization } = req.headers;
  if (authorization === undefined) throw unauthorized('An access token is required.', false);
  refuseRepetition(req);
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) {
    const isBearer = /^bearer\b/i.test(authorization);
    throw unauthorized(isBearer ? 'The access token is malformed.' : 'An access token is required.', isBearer);
  }
  try {
    const grant = accessTokens.grantOf(token, sandboxes);
    return grant instanceof Promise ? grant.catch(refuse) : grant;
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  throw error instanceof AccessTokenError ? unauthorized(error.message, true) : error;
}

/** Node keeps the first of several `Authorization` fields and drops the others unseen (RFC 9110 section 5.3). */
function refuseRepetition({ rawHeaders }: Request): void {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 13 && rawHeaders[at]!.toLowerCase() === 'authorization') count++;
  }
  if (count > 1) throw new ServiceFailure(400, 'invalid_request', 'The Authorization header is repeated.');
}
