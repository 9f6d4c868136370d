/** Looks at refusals: the body of errors, and the status of requests without a valid token. */

import { STATUS_CODES } from 'node:http';
import { isObject, membersOf } from '../../../common/json.js';
import { readAuthorization } from '../../../contract/authorization.js';
import { isRedacted } from '../../../traffic/values.js';
import { type Finding, firstOf, fitting, Look, noFit, onlyIf, STATED, stated, statedIf } from './look.js';
import { isFromGateway, type SeenExchange } from '../../../traffic/seen-exchange.js';
import type { InstitutionFacts } from './facts.js';
import { WORDS } from '../words.js';
import { formOfValue, namesOrKind } from './values/value-forms.js';

/** The code of a status in the contract's own error body. */
const CODES: Readonly<Record<number, string>> = WORDS.errorCodes;

/**
 * Looks at refused requests, and at requests whose token is invalid. A look is an observer that yields what exchanges
 * show.
 */
export class ErrorLook extends Look {
  *see(exchange: SeenExchange): Generator<Finding> {
    const { status, operation } = exchange;
    if (isFromGateway(exchange)) return;

    if (operation?.access === 'bearer' && exchange.isExact) yield* this.#unauthenticated(exchange);

    // The check of a link is public: it works without a token.
    const isCheck = operation?.access === 'public' && exchange.isExact;
    if (isCheck && (status === 401 || this.facts.isAnswered(exchange))) yield* accessLook(exchange, this.facts);

    if (status >= 400 && !exchange.isOfToken && exchange.method !== 'HEAD') yield* errorBody(exchange);
  }

  /** What a request without a valid token shows: whether lifetimes count, and with which status it is refused. */
  *#unauthenticated(exchange: SeenExchange): Generator<Finding> {
    const { status, request, tokenDigest, place } = exchange;
    const { authorization } = request.headers;
    const isExpired = this.facts.isExpired(exchange);
    const isAccepted = status < 300;

    // Any other status does not show whether the token was accepted.
    const lifetimeSight = statedIf(!isAccepted, 'bearerToken:lifetime', '401', 'accepted');
    if (isExpired && (status === 401 || isAccepted)) yield { ...lifetimeSight, circumstance: 'after the lifetime' };

    // Whether a new token ends the older ones.
    const issued = this.facts.issued.get(tokenDigest ?? '');
    const isValid = issued !== undefined && exchange.date < issued.until;
    // A client may request a new token while its older tokens are still valid.
    const isOlder = isValid && this.facts.lastIssued > issued.position;
    // A refusal would show nothing, because the token may have been revoked.
    if (isOlder && isAccepted) yield stated('issueToken:older-tokens', 'accepted');

    // With which status the request is refused.
    const expired = isExpired ? 'an expired token' : undefined;
    const circumstance = authorization === undefined ? 'a missing token' : expired;
    const fits = status === 401 ? STATED : '403';
    const refusalSight = fitting(UNAUTHORIZED, [fits], String(status), circumstance ?? 'another token');
    // The header is there, so no exporter has removed it, and the sight is certain.
    if (status === 401 && authorization !== undefined) {
      yield refusalSight;
      return;
    }
    if (status !== 401 && status !== 403) return;

    // If the header is absent, an exporter may have removed it. The whole file shows whether that is so.
    if (circumstance !== undefined) yield onlyIf(refusalSight, () => this.facts.authorization.isKept(place.file));
    else if (tokenDigest !== undefined) {
      const seen = fitting(UNAUTHORIZED, ['403'], '403', 'an unknown token');
      // An unknown token is refused with 403 only if the service accepts other tokens. Otherwise it may refuse the
      // client, whatever its token.
      const { accepted, issued: allIssued } = this.facts;
      yield onlyIf(seen, () => accepted.size > 0 && !accepted.has(tokenDigest) && !allIssued.has(tokenDigest));
    }
  }
}

const UNAUTHORIZED = 'Unauthorized:when';

/** Whether the public check of a link refuses a request with an invalid access token. */
function* accessLook(exchange: SeenExchange, facts: InstitutionFacts): Generator<Finding> {
  const { authorization } = exchange.request.headers;
  const isNoToken = authorization !== undefined && readAuthorization(authorization).kind !== 'bearer';
  const isInvalid = isNoToken || facts.isExpired(exchange);
  const { status, place } = exchange;
  const point = 'checkVerificationStatus:access-token';

  if (status === 401 && authorization === undefined)
    yield onlyIf(noFit(point, '401'), () => facts.authorization.isKept(place.file));
  else
    // Each row: the case, what was seen, and the alternatives that fit.
    yield* firstOf(point, [
      [status === 401, '401', 'checked'],
      [isInvalid, String(status), STATED],
    ]);
}

/** The form of an error body, and the form of the code in it. */
function* errorBody({ status, response, operation }: SeenExchange): Generator<Finding> {
  const { body, mediaType, text } = response;
  const { error, message, statusCode, title, detail } = membersOf(body);
  const isJson = mediaType === 'application/json' && isObject(body);
  const isMessage = isJson && typeof message === 'string';
  // The body may be JSON under the media type of text; then it is no sentence.
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
  const fits = Object.entries(forms).flatMap(([name, hasForm]) => (hasForm ? [name] : []));

  const otherForm = mediaType === 'text/html' ? 'a page' : namesOrKind(body, WORDS.errorMembers);
  const bodyForm = isSentence ? 'a sentence' : otherForm;
  const circumstance = `${status} of ${operation?.id ?? 'an unknown path'}`;

  yield fitting('Error.error', fits, text === '' ? 'no body' : bodyForm, circumstance);
  if (isJson) yield statedIf(typeof message === 'string', 'Error.message', 'message');
  // The other forms of errors have no code.
  if (fits[0] !== STATED || isRedacted(error)) return;

  const code = String(error);
  const contractCode = CODES[status];
  // For a status without a code in the contract, any code in lower case is one like the contract's own.
  const isOwn = contractCode === undefined ? /^[a-z_]+$/.test(code) : code === contractCode;
  const shownCode = isOwn ? code : formOfValue(code);
  const form = `${status}: ${shownCode}`;

  // Each row: the case, what was seen, and the alternatives that fit.
  yield* firstOf('Error.error:codes', [
    [isOwn, form, STATED],
    [code === STATUS_CODES[status], form, 'reason'],
    [/^[A-Z]+(?:_[A-Z]+)*$/.test(code), form, 'upper-case'],
    [true, form],
  ]);
}
