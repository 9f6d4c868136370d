/** Checks that the caller may call the operation, by a bearer token in the `Authorization` header (RFC 6750). */

import type { Request } from 'express';
import type { Awaitable } from '../../../common/awaitable.js';
import type { Operation } from '../../../contract/operation.js';
import { splitUrl } from '../../../contract/query-string.js';
import { AccessTokenError } from '../../domain/tokens/access-token-error.js';
import type { Claims } from '../../domain/tokens/access-tokens.js';
import { countFields, headerFields } from '../../journal/exchange.js';
import { valueOf, type Identified, type Located, type ServedExchange, type Sought } from '../exchange.js';
import type { ServiceContext } from '../service-context.js';
import { invalidRequest, invalidToken, tokenRequired } from '../service-error.js';

/**
 * Checks the access token by the clock of its sandbox. The token endpoint itself checks client secrets.
 * @throws ServiceError 401 if a valid access token is required; 400, 413 or 415 if the form of a token request cannot
 * be read. After these checks, throws the reason if there is no operation: in a variant, only callers with a valid
 * token learn that reason
 */
export function authenticate(exchange: Sought): Located {
  const { access, contract, req } = exchange;
  const isSent = req.headers.authorization !== undefined;
  // In a variant, a token must be valid even though the operation needs none.
  const isChecked = access === 'public' && isSent && contract.document['x-public-tokens'] === 'checked';
  if (access === 'bearer' || isChecked) exchange.tokenId = tokenIdOf(exchange);
  if (access === 'client') valueOf(exchange.body);

  exchange.operation = valueOf(exchange.operationResult);
  exchange.access = exchange.operation.access;
  return exchange as Located;
}

/** What a client has to do, at the end of a diagnostic. */
const REMEDY = 'send "Bearer", a blank and the access token in the header Authorization (RFC 6750 section 2.1)';

/**
 * The claims of the access token in the request; undefined if the request has no token of this emulator. The result is
 * a promise only if the signature was not verified before, so most requests do not wait. A token in a wrong place gives
 * no access, but identifies the caller, so that the exchange is in the right journal.
 */
export function claimsIn({ accessTokens }: ServiceContext, request: AuthorizedRequest): Awaitable<Claims | undefined> {
  const { authorization, possibleOperation, req } = request;
  let token = authorization?.token;
  if (token === undefined && needsToken(possibleOperation)) token = misplacedToken(req)?.token;
  if (token === undefined) return undefined;

  // In a variant, tokens have another separator, so that they do not look like a JWT. The search is cheap.
  return accessTokens.claimsOf(token.includes('~') ? token.replaceAll('~', '.') : token);
}

type AuthorizedRequest = Pick<ServedExchange, 'authorization' | 'possibleOperation' | 'req'>;

/** Whether the caller needs an access token, as far as is known before the sandbox of the request is known. */
export function needsToken(operation: Operation | undefined): boolean {
  return operation === undefined || operation.access === 'bearer';
}

/**
 * The ID of the access token of a request, if it is valid by the clock of its sandbox.
 * @throws ServiceError 401 if there is no valid token, 400 if there are several
 */
function tokenIdOf({ context, req, authorization, claims, sandbox }: Identified): string {
  if (authorization === undefined) throw tokenRequired(misplacement(req));

  refuseRepetition(req);

  const { kind, flaw } = authorization;
  if (flaw !== undefined) {
    const diagnostic = `the Authorization header ${flaw}; ${REMEDY}`;
    if (kind === 'bearer') throw invalidToken('The access token is malformed.', diagnostic);
    throw tokenRequired(diagnostic);
  }

  try {
    if (claims === undefined) throw new AccessTokenError('malformed', 'its signature is not from this emulator');
    context.accessTokens.check(claims, sandbox);
    return claims.jti;
  } catch (error) {
    if (!(error instanceof AccessTokenError)) throw error;
    throw invalidToken(error.message, diagnosticOf(error));
  }
}

/** Matches a JWT, or a token of the variant with another separator. JSON objects begin with `eyJ` in Base64. */
const TOKEN = /eyJ[\w-]+([.~])eyJ[\w-]+\1[\w-]+/;
/** Matches the name of a header or a query parameter in which clients of other services send a token. */
const TOKEN_NAME = /^(?:x-)?(?:access|auth|api)[-_]?token$|^token$/i;

/**
 * A token in another place than after `Bearer`; undefined if there is no such token.
 * @returns `place`: in words, as `the header X-Access-Token`. `token`: undefined if the value there does not have the
 * form of a token
 */
function misplacedToken({ rawHeaders, url }: Request): { place: string; token: string | undefined } | undefined {
  const [, query = ''] = splitUrl(url);
  for (const [name, value] of headerFields(rawHeaders))
    if (resemblesToken(name, value)) return { place: `the header ${name}`, token: TOKEN.exec(value)?.[0] };

  for (const parameter of query.split('&')) {
    const [name = '', value = ''] = parameter.split('=');
    if (resemblesToken(name, value)) return { place: `the query parameter ${name}`, token: TOKEN.exec(value)?.[0] };
  }

  return undefined;
}

function resemblesToken(name: string, value: string): boolean {
  return TOKEN.test(value) || TOKEN_NAME.test(name);
}

/** A sentence about a token in a wrong place; undefined if there is no such token. */
function misplacement(req: Request): string | undefined {
  const found = misplacedToken(req);
  return found && `the access token is in ${found.place}, where the service does not read it; ${REMEDY}`;
}

function diagnosticOf({ flaw, details }: AccessTokenError): string | undefined {
  if (details === undefined) return undefined;
  return flaw === 'expired' ? `the access token expired ${details}` : `the access token is ${flaw}: ${details}`;
}

/**
 * Refuses several `Authorization` fields (RFC 9110 section 5.3). Node.js would use the first field, and drop the others
 * silently (https://github.com/nodejs/node/issues/45699).
 */
export function refuseRepetition({ rawHeaders }: Request): void {
  const count = countFields(rawHeaders, 'Authorization');
  if (count < 2) return;

  const diagnostic = `the request has ${count} Authorization headers; send one`;
  throw invalidRequest('The Authorization header is repeated.', { diagnostic });
}
