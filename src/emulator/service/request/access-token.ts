/** The access token of a request: a bearer token in the `Authorization` header (RFC 6750 section 2.1). */

import type { Request } from 'express';
import type { Claims } from '../../domain/tokens/access-tokens.js';
import { AccessTokenError } from '../../domain/tokens/access-token-error.js';
import { countFields } from '../../journal/exchange.js';
import { credentialsIn, isNoValue } from '../../redaction/credentials.js';
import type { ServiceContext } from '../service-context.js';
import { invalidRequest, unauthorized } from '../service-error.js';
import type { Identified } from '../exchange.js';

/** `Bearer` in any case, then a token in the alphabet of RFC 6750 section 2.1. */
const BEARER = /^bearer +([a-z0-9._~+/-]+=*) *$/i;

/**
 * The claims of the access token in the request; undefined if it has none that this emulator issued. A promise only if
 * the signature has not been verified before, so that most requests do not wait.
 */
export function claimsIn(
  { accessTokens }: ServiceContext,
  { headers: { authorization } }: Request,
): Claims | undefined | Promise<Claims | undefined> {
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  if (token === undefined) return undefined;
  // In a variant, tokens have another separator, so that they do not look like a JWT. To find none takes little time.
  return accessTokens.claimsOf(token.includes('~') ? token.replaceAll('~', '.') : token);
}

/**
 * The ID of the access token of a request, if it is valid by the clock of its sandbox.
 * @throws ServiceError 401 if there is no valid token, 400 if there are several
 */
export function tokenIdOf({ accessTokens }: ServiceContext, { req, claims, sandbox }: Identified): string {
  const { authorization } = req.headers;
  if (authorization === undefined) throw unauthorized('An access token is required.', false);
  refuseRepetition(req);
  if (claims === undefined && !BEARER.test(authorization)) {
    const isBearer = /^bearer\b/i.test(authorization);
    throw unauthorized(
      isBearer ? 'The access token is malformed.' : 'An access token is required.',
      isBearer,
      noTokenIn(authorization),
    );
  }
  try {
    if (claims === undefined) throw new AccessTokenError('malformed', 'its signature is not from this emulator');
    accessTokens.check(claims, sandbox);
    return claims.jti;
  } catch (error) {
    if (!(error instanceof AccessTokenError)) throw error;
    throw unauthorized(error.message, true, noTokenIn(authorization) ?? diagnosticOf(error));
  }
}

/** Says that a client sent no token, or that its program wrote a value such as `undefined` in its place. */
function noTokenIn(authorization: string): string | undefined {
  const { scheme, credentials } = credentialsIn(authorization);
  if (!/^bearer$/i.test(scheme) || (credentials !== '' && !isNoValue(credentials))) return undefined;
  const sent = credentials === '' ? 'nothing' : `"${credentials}"`;
  return `the client had no token when it sent this: the Authorization header has ${sent} after "Bearer"`;
}

function diagnosticOf({ flaw, details }: AccessTokenError): string | undefined {
  if (details === undefined) return undefined;
  return flaw === 'expired' ? `the access token expired ${details}` : `the access token is ${flaw}: ${details}`;
}

/** Node keeps the first of several `Authorization` fields and drops the others silently (RFC 9110 section 5.3). */
function refuseRepetition({ rawHeaders }: Request): void {
  if (countFields(rawHeaders, 'Authorization') > 1) throw invalidRequest('The Authorization header is repeated.');
}
