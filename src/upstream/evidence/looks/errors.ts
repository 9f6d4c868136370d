/** Looks at refusals: the body of an error, and the status of a request without a valid token. */

import { STATUS_CODES } from 'node:http';
import { isObject, membersOf } from '../../../common/json.js';
import { readAuthorization } from '../../../contract/authorization.js';
import { isRedacted } from '../../../traffic/values.js';
import { type Finding, firstOf, fitting, later, Look, other, STATED, stated, statedIf } from './look.js';
import type { SeenExchange } from '../../../traffic/seen-exchange.js';
import type { Facts } from './facts.js';
import { isFromGateway } from './protocol.js';
import { WORDS } from '../words.js';
import { formOfValue, namesOrKind } from './values/value-forms.js';

/** The code of a status in the contract's own error body. */
const CODES: Readonly<Record<number, string>> = WORDS.errorCodes;

export class ErrorLook extends Look {
  *see(exchange: SeenExchange): Generator<Finding> {
    const { status, operation } = exchange;
    if (isFromGateway(exchange)) return;

    if (operation?.access === 'bearer' && exchange.isExact) yield* this.#unauthenticated(exchange);
    const isCheck = operation?.access === 'public' && exchange.isExact;
    if (isCheck && (status === 401 || this.facts.isAnswered(exchange))) yield* accessLook(exchange, this.facts);
    if (status >= 400 && !exchange.isOfToken && exchange.method !== 'HEAD') yield* errorBody(exchange);
  }

  *#unauthenticated(exchange: SeenExchange): Generator<Finding> {
    const { status, request, token, place } = exchange;
    const { authorization } = request.headers;
    const isExpired = this.facts.isExpired(exchange);
    const isAccepted = status < 300;

    const refusal = statedIf(!isAccepted, LIFETIME, '401', 'accepted');
    if (isExpired && (status === 401 || isAccepted)) yield { ...refusal, circumstance: 'after the lifetime' };

    const issued = this.facts.issued.get(token ?? '');
    const isValid = issued !== undefined && exchange.at < issued.until;
    const isOlder = isValid && this.facts.lastIssued > issued.order;
    // A refusal shows nothing: the token may have been revoked.
    if (isOlder && isAccepted) yield stated('issueToken:older-tokens', 'accepted');

    const expired = isExpired ? 'an expired token' : undefined;
    const circumstance = authorization === undefined ? 'a missing token' : expired;
    const fits = status === 401 ? STATED : '403';
    const refused = fitting(UNAUTHORIZED, [fits], String(status), circumstance ?? 'another token');
    if (status === 401 && authorization !== undefined) yield refused;
    if (status !== 403 && (status !== 401 || authorization !== undefined)) return;

    // An exporter may have removed the token.
    if (circumstance !== undefined) yield later(refused, () => this.facts.authorization.isKept(place.file));
    else if (token !== undefined) {
      const seen = fitting(UNAUTHORIZED, ['403'], '403', 'an unknown token');
      // If no token was ever accepted, 403 may refuse the client with any token.
      const { accepted, issued: all } = this.facts;
      yield later(seen, () => accepted.size > 0 && !accepted.has(token) && !all.has(token));
    }
  }
}

const UNAUTHORIZED = 'Unauthorized:when';
const LIFETIME = 'bearerToken:lifetime';

/** Whether a check looks at an access token that is not valid. */
function* accessLook(exchange: SeenExchange, facts: Facts): Generator<Finding> {
  const { authorization } = exchange.request.headers;
  const isNoToken = authorization !== undefined && readAuthorization(authorization).kind !== 'bearer';
  const isInvalid = isNoToken || facts.isExpired(exchange);
  const { status, place } = exchange;
  const point = 'checkVerificationStatus:access-token';

  if (status === 401 && authorization === undefined)
    yield later(other(point, '401'), () => facts.authorization.isKept(place.file));
  else
    yield* firstOf(point, [
      [status === 401, '401', 'checked'],
      [isInvalid, String(status), STATED],
    ]);
}

/** The form of an error body, and of the code in it. */
function* errorBody({ status, response, operation }: SeenExchange): Generator<Finding> {
  const { body, mediaType, text } = response;
  const { error, message, statusCode, title, detail } = membersOf(body);
  const isJson = mediaType === 'application/json' && isObject(body);
  const isMessage = isJson && typeof message === 'string';
  // JSON may come with another media type.
  const isSentence = mediaType === 'text/plain' && text !== '' && body === undefined;
  const hasDetail = typeof title === 'string' && typeof detail === 'string';
  const isProblem = mediaType === 'application/problem+json' && hasDetail;
  const forms = {
    empty: text === '',
    text: isSentence,
    problem: isProblem,
    'status-code': isMessage && statusCode === status && error === undefined,
    [STATED]: isMessage && typeof error === 'string' && statusCode === undefined,
  };
  const fits = Object.entries(forms).flatMap(([name, isSeen]) => (isSeen ? [name] : []));
  const other = mediaType === 'text/html' ? 'a page' : namesOrKind(body, WORDS.errorMembers);
  const found = isSentence ? 'a sentence' : other;
  const circumstance = `${status} of ${operation?.id ?? 'an unknown path'}`;

  yield fitting('Error.error', fits, text === '' ? 'no body' : found, circumstance);
  if (isJson) yield statedIf(typeof message === 'string', 'Error.message', 'message');
  if (fits[0] !== STATED || isRedacted(error)) return;

  const code = String(error);
  const known = CODES[status];
  const isOwn = known === undefined ? /^[a-z_]+$/.test(code) : code === known;
  const shown = isOwn ? code : formOfValue(code);
  const form = `${status}: ${shown}`;

  yield* firstOf('Error.error:codes', [
    [isOwn, form, STATED],
    [code === STATUS_CODES[status], form, 'reason'],
    [/^[A-Z]+(?:_[A-Z]+)*$/.test(code), form, 'upper-case'],
    [true, form],
  ]);
}
