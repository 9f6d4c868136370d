/** Finds out whose sandbox a request belongs to. */

import type { Request } from 'express';
import type { Claims, Grant } from '../../domain/tokens/access-tokens.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { AccessTokenError } from '../../domain/tokens/token-flaw.js';
import type { Operation } from '../../contract/operation.js';
import { clientIdOf } from '../client-credentials.js';
import { ServiceFailure, unauthorized } from '../service-failure.js';
import type { ServiceContext } from '../service-context.js';

/** `Bearer` in any case, then a token in the alphabet of RFC 6750 section 2.1. */
const BEARER = /^bearer +([a-z0-9._~+/-]+=*) *$/i;

/** What is known of a request before its caller is. */
export interface Unidentified {
  readonly operation: Operation;
  readonly req: Request;
  /** Of the access token in the request, if it was issued here. */
  readonly claims: Claims | undefined;
  readonly path: Readonly<Record<string, string>>;
  /** The parsed form; undefined but at the token endpoint. */
  readonly form: unknown;
  /** Whose it is where nothing in it says: {@link sandboxOfHeader}. */
  readonly fallback: Sandbox;
}

/** Whose request it is. */
export interface Caller extends Omit<Grant, 'tokenId'> {
  /** Of the access token; absent where the operation takes none. */
  readonly tokenId?: string;
  /** Of the credential whose link is checked. */
  readonly contractId?: string;
}

/** Whose request it claims to be. */
export interface UnverifiedCaller {
  readonly sandbox: Sandbox;
  /**
   * Checks the claim by the sandbox's clock.
   * @throws ServiceFailure 401 where an access token is needed and none that is good is there
   */
  readonly identify: () => Caller;
}

/** The claims of the access token that the request bears; undefined where it bears none that was issued here. */
export function claimsIn(
  { accessTokens }: ServiceContext,
  { headers: { authorization } }: Request,
): Claims | undefined | Promise<Claims | undefined> {
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  return token === undefined ? undefined : accessTokens.claimsOf(token);
}

/**
 * The sandbox that a request belongs to if neither a token, nor a client, nor a link of its names one: that of its
 * `Emulator-Sandbox` header, or the default one. A header that names none is told of among the diagnostics.
 */
export function sandboxOfHeader({ sandboxes }: ServiceContext, { headers }: Request, diagnostics: string[]): Sandbox {
  const id = headers['emulator-sandbox'];
  if (id === undefined) return sandboxes.default;
  const sandbox = sandboxes.byId(String(id));
  if (sandbox === undefined)
    diagnostics.push(`there is no sandbox "${String(id)}", which the Emulator-Sandbox header names`);
  return sandbox ?? sandboxes.default;
}

/**
 * The sandbox that a request names: by its access token, by the client ID at the token endpoint, or by the link token of
 * the public check.
 */
export function unverifiedCaller(context: ServiceContext, request: Unidentified): UnverifiedCaller {
  const { sandboxes, linkTokens } = context;
  const { operation, req, path, form, claims, fallback } = request;
  switch (operation.access) {
    case 'bearer':
      return {
        sandbox: sandboxNamedBy(claims, context) ?? fallback,
        identify: () => authenticate(context, req, claims),
      };
    case 'client': {
      const clientId = clientIdOf(req.headers.authorization, form) ?? '';
      const sandbox =
        sandboxes.byClientId(clientId) ?? context.openSandbox?.(form, req.headers.authorization) ?? fallback;
      return { sandbox, identify: () => ({ sandbox, clientId }) };
    }
    case 'public': {
      const link = linkTokens.read(path['token'] ?? '', sandboxes) ?? { sandbox: fallback, clientId: '' };
      return { sandbox: link.sandbox, identify: () => link };
    }
  }
}

/** The sandbox that a token says it is for, if that is here. */
export function sandboxNamedBy(claims: Claims | undefined, { sandboxes }: ServiceContext): Sandbox | undefined {
  return claims && sandboxes.byId(claims.sandbox);
}

function authenticate({ accessTokens, sandboxes }: ServiceContext, req: Request, claims: Claims | undefined): Caller {
  const { authorization } = req.headers;
  if (authorization === undefined) throw unauthorized('An access token is required.', false);
  refuseRepetition(req);
  // What has been read out of it has had the right form.
  if (claims === undefined && !BEARER.test(authorization)) {
    const isBearer = /^bearer\b/i.test(authorization);
    throw unauthorized(isBearer ? 'The access token is malformed.' : 'An access token is required.', isBearer);
  }
  try {
    if (claims === undefined) throw new AccessTokenError('malformed', 'its signature is not from this emulator');
    return accessTokens.grantOf(claims, sandboxes);
  } catch (error) {
    throw error instanceof AccessTokenError ? unauthorized(error.message, true, diagnosticOf(error)) : error;
  }
}

function diagnosticOf({ flaw, details }: AccessTokenError): string | undefined {
  return details === undefined
    ? undefined
    : flaw === 'expired'
      ? `the access token expired ${details}`
      : `the access token is ${flaw}: ${details}`;
}

/** Node keeps the first of several `Authorization` fields and drops the others unseen (RFC 9110 section 5.3). */
function refuseRepetition({ rawHeaders }: Request): void {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 13 && rawHeaders[at]!.toLowerCase() === 'authorization') count++;
  }
  if (count > 1) throw new ServiceFailure(400, 'invalid_request', 'The Authorization header is repeated.');
}
