/** The errors that describe failed requests (specification section 7). Loaded with the first failure. */

export { isRetried } from './retry.js';

import { APIError, ConnectionError, ignoringErrors, RateLimitError, UnauthorizedError } from '../errors.js';
import { type Hide, HIDDEN, hider, type Redaction, shownResponseHeaders } from './redaction.js';
import { type Expectation, firstText, type Members, parse, requestIdOf } from './response.js';
import { NEVER_SENT, readRetryAfter, TRUNCATED } from './retry.js';
import { type HttpResponse, TOO_LARGE } from './transport.js';

/** Error codes that refuse the client. Authorization servers may send them with 400 (RFC 6749 section 5.2). */
const CLIENT_REFUSAL = /^(invalid|unauthorized)_client$/;
/** The most characters that an error keeps of a body. */
const LONGEST_BODY = 10_000;
/** The most characters of the service's message. */
const LONGEST_MESSAGE = 1_000;
/** The most characters of a body without a message, which stands for it. */
const LONGEST_EXCERPT = 200;
/** The largest number of tokens that are hidden one by one. A text with more tokens is hidden as a whole. */
const MOST_TOKENS = 200;
/** A member such as `"access_token": "abc"`. */
const RECEIVED_TOKEN = /"\w*token"\s*:\s*"([^"]+)/gi;
/** The error for a response that reports a failure, or that has an unusable body. */
export function responseFailure(
  expected: Expectation,
  received: HttpResponse,
  redaction: Redaction,
  flaw: string,
): APIError {
  const { operation, content: sent } = expected;
  const { status, headers, text, cut } = received;

  // Even the response to a failed request may contain a new token.
  const tokens = [...new Set([...text.matchAll(RECEIVED_TOKEN)].map(([, token]) => token!))];
  const hideReceived = tokens.length > MOST_TOKENS ? () => HIDDEN : hider(tokens);
  const hide: Hide = (shown, isCut) => hideReceived(redaction.text(shown, isCut), isCut);

  // An unusable response to a POST may contain a new secret, such as a token.
  const mayHoldToken = Boolean(sent) && status < 400;
  const body = mayHoldToken ? HIDDEN : hide(text, Boolean(cut)).slice(0, LONGEST_BODY);

  // The service sends `{ error: { code, message } }` or `{ error: 'code', message }`. Gateways before it may send
  // problem details (RFC 9457).
  // `Object(true)` has no members: nothing is taken from a body that may contain a token.
  const content = Object(mayHoldToken || parse(text)) as Members;
  const error = Object(content['error']) as Members;
  const code = firstText(content['error'], error['code'], content['code'], cut && cut !== TOO_LARGE && TRUNCATED);
  const message = firstText(error['message'], content['message'], content['error_description'], content['detail']);
  const isRefusal = status === 401 || status === 403 || CLIENT_REFUSAL.test(code ?? '');
  const OtherError = status === 429 ? RateLimitError : APIError;
  const Failed = isRefusal ? UnauthorizedError : OtherError;

  // The details become text, in which secrets are hidden, and are parsed again below.
  const details = ignoringErrors(() => JSON.stringify(error['details'] ?? content['details']));
  const reason = message
    ? hide(message).slice(0, LONGEST_MESSAGE)
    : body.trim().replace(/\s+/g, ' ').slice(0, LONGEST_EXCERPT);

  return new Failed(`${operation} failed with status ${status}${flaw}: ${reason}`, {
    status,
    code: redaction.code(code),
    details: parse(hide(details ?? '')) ?? undefined,
    requestId: redaction.code(requestIdOf(headers)),
    retryAfter: readRetryAfter(headers),
    response: { status, headers: shownResponseHeaders(headers, hide, mayHoldToken), body },
    cause: sent ? undefined : shownError(cut, hide),
  });
}

/** The error for a request without a response. A POST gets no cause: it might quote a token that was received. */
export function connectionFailure(expected: Expectation, error: unknown, { text: hide }: Redaction): ConnectionError {
  // A wrapper of `fetch` may throw an object whose getters throw.
  const cause = expected.content ? undefined : ignoringErrors(() => shownError(error, hide));
  const code = ignoringErrors(() => codeOf(error));
  const proxy = ignoringErrors(() => firstText((Object(error) as { proxy?: unknown }).proxy));
  const reason = hide(code ?? cause?.message ?? 'it failed') + (proxy ? `, through the proxy ${proxy}` : '');

  return new ConnectionError(`${expected.operation} got no response: ${reason}`, {
    status: 0,
    code: code && hide(code),
    mayHaveArrived: !NEVER_SENT.test(code ?? ''),
    cause,
  });
}

/**
 * A copy of an error without secrets, and of its causes down to `depth`. Other members are left out, because they may
 * contain anything, such as the text that a parser has read.
 */
function shownError(error: unknown, hide: Hide, depth = 4): Error | undefined {
  const { message, name, stack, cause } = Object(error) as Partial<Error>;
  if (!depth || typeof message !== 'string') return undefined;

  const inner = shownError(cause, hide, depth - 1);
  const copy = new Error(hide(message), inner && { cause: inner });

  return Object.assign(copy, { name: hide(String(name)), stack: hide(String(stack)) });
}

/** The code of an error; `fetch` hides it in the cause, and a wrapper of `fetch` in the cause of that. */
function codeOf(error: unknown): string | undefined {
  const { code, cause } = Object(error) as { code?: unknown; cause?: { code?: unknown; cause?: { code?: unknown } } };
  return firstText(code, cause?.code, cause?.cause?.code);
}
