/** Faults that are failures: refusals, errors, broken connections, silence. */

import type { Call } from '../calls.js';
import type { Reaction } from '../reaction.js';
import type { FaultClass } from './fault-class.js';
import { always, RECOVERED, RECOVERED_OR_CLEAR } from './right-reactions.js';

const GIVEN_UP: readonly Reaction[] = ['cannot be recovered', 'recovered', 'failed clearly'];

const CONNECTION =
  /ECONN|EPIPE|socket|reset|hang up|terminated|abort|network|fetch failed|closed|premature|incomplete|truncat|cut off|connection/i;

/** The call was certainly not carried out, so that every kind may be sent again. */
const NOT_CARRIED_OUT = always(RECOVERED);
/** A call may have been carried out: what is no read may fail, if it says so. */
const MAY_BE_CARRIED_OUT: FaultClass['expected'] = {
  read: RECOVERED,
  token: RECOVERED,
  link: RECOVERED_OR_CLEAR,
  request: RECOVERED_OR_CLEAR,
};

const RETRY = 'Retry after 429 and 5xx, a few times, with pauses that grow.';
const POST =
  'Repeat a POST only if it was refused, or after looking whether it has arrived; otherwise report the error.';

export const FAILURES = {
  throttled: {
    id: 'throttled',
    title: '429',
    summary: '429 with Retry-After: 1, once',
    selection: {
      token: 'token-endpoint-throttled;burst=1;retry-after=1',
      others: 'rate-limit-burst;burst=1;retry-after=1',
    },
    takesAway: true,
    mayHaveArrived: false,
    changesData: false,
    wait: 1_000,
    cause: /\b429\b|rate.?limit|too many|throttl/i,
    expected: NOT_CARRIED_OUT,
    remedy: 'Wait as long as Retry-After says, then send the request again.',
  },
  'throttled-bare': {
    id: 'throttled-bare',
    title: '429 bare',
    summary: '429 without Retry-After, twice',
    selection: 'rate-limit-without-retry-after;burst=2',
    takesAway: true,
    mayHaveArrived: false,
    changesData: false,
    wait: 2_000,
    cause: /\b429\b|rate.?limit|too many|throttl/i,
    expected: { ...NOT_CARRIED_OUT, link: RECOVERED_OR_CLEAR, request: RECOVERED_OR_CLEAR },
    remedy: RETRY,
  },
  unavailable: {
    id: 'unavailable',
    title: '503',
    summary: '503 with Retry-After: 1, once',
    selection: {
      token: 'token-endpoint-down;times=1;retry-after=1',
      others: 'service-unavailable;times=1;retry-after=1',
    },
    takesAway: true,
    mayHaveArrived: false,
    changesData: false,
    wait: 1_000,
    cause: /\b503\b|unavailable|maintenance|is down/i,
    expected: { ...NOT_CARRIED_OUT, link: RECOVERED_OR_CLEAR, request: RECOVERED_OR_CLEAR },
    remedy: RETRY,
  },
  'expired-token': {
    id: 'expired-token',
    title: 'expired',
    summary: '401: the access token has expired',
    selection: 'token-expired',
    takesAway: true,
    mayHaveArrived: false,
    changesData: false,
    wait: 0,
    cause: /\b40[13]\b|unauthori[sz]ed|forbidden|expired|access token/i,
    expected: NOT_CARRIED_OUT,
    remedy: 'Request a new access token after 401, once, and send the request again with it.',
  },
  'revoked-token': {
    id: 'revoked-token',
    title: 'revoked',
    summary: '401: the access token is revoked, and stays so',
    selection: 'token-revoked',
    takesAway: true,
    mayHaveArrived: false,
    changesData: false,
    alone: true,
    wait: 0,
    cause: /\b40[13]\b|unauthori[sz]ed|forbidden|revoked|access token/i,
    expected: NOT_CARRIED_OUT,
    remedy: 'Request a new access token after 401, once for all calls that wait for it, and send the requests again.',
  },
  'server-error': {
    id: 'server-error',
    title: '500',
    summary: '500, once',
    selection: 'server-error;times=1',
    takesAway: true,
    mayHaveArrived: true,
    changesData: false,
    wait: 1_000,
    cause: /\b500\b|server error|internal/i,
    expected: MAY_BE_CARRIED_OUT,
    remedy: `${RETRY} ${POST}`,
  },
  'bad-gateway': {
    id: 'bad-gateway',
    title: '502',
    summary: '502 with an HTML page, once',
    selection: 'bad-gateway;times=1',
    takesAway: true,
    mayHaveArrived: true,
    changesData: false,
    wait: 1_000,
    cause: /\b502\b|bad gateway/i,
    expected: MAY_BE_CARRIED_OUT,
    remedy: `Look at the status before the body is parsed. ${RETRY} ${POST}`,
  },
  reset: {
    id: 'reset',
    title: 'reset',
    summary: 'the connection is reset, without a response',
    selection: 'connection-reset;times=1',
    takesAway: true,
    mayHaveArrived: true,
    changesData: false,
    wait: 1_000,
    cause: CONNECTION,
    expected: MAY_BE_CARRIED_OUT,
    remedy: `Treat a connection that ends without a response like 503. ${POST}`,
  },
  cut: {
    id: 'cut',
    title: 'cut',
    summary: 'the connection ends in the middle of the body',
    selection: 'body-cut;times=1',
    leftOut: ({ exchange }) => (sizeOf(exchange) < 2 ? 'the response has no body that could be cut' : undefined),
    takesAway: true,
    mayHaveArrived: true,
    changesData: false,
    wait: 1_000,
    cause: CONNECTION,
    expected: MAY_BE_CARRIED_OUT,
    remedy: `Use nothing of a body that is not complete. ${POST}`,
  },
  silent: {
    id: 'silent',
    title: 'silent',
    summary: 'the request is read, and no response comes',
    selection: 'no-answer;times=1',
    takesAway: true,
    mayHaveArrived: true,
    changesData: false,
    alone: true,
    wait: 1_000,
    cause: /time(d)?[ -]?out|abort|no response|deadline|too long|did not (answer|respond)/i,
    expected: {
      read: RECOVERED_OR_CLEAR,
      token: RECOVERED_OR_CLEAR,
      link: RECOVERED_OR_CLEAR,
      request: RECOVERED_OR_CLEAR,
    },
    remedy: `Set a timeout for every request, until the end of its body. ${POST}`,
  },
  slow: {
    id: 'slow',
    title: 'slow',
    summary: 'the response comes a second later',
    selection: 'latency;from="1s";to="1s"',
    takesAway: false,
    mayHaveArrived: false,
    changesData: false,
    wait: 1_000,
    cause: /time(d)?[ -]?out|abort|slow|deadline/i,
    expected: NOT_CARRIED_OUT,
    remedy: 'Wait longer than a second for a response.',
  },
  'lasting-error': {
    id: 'lasting-error',
    title: '500 lasting',
    summary: '500, twelve times in a row',
    selection: 'server-error;times=12',
    leftOut: ({ exchange: { method } }) =>
      method === 'POST' ? 'a POST after 500 is examined by the class server-error' : undefined,
    takesAway: true,
    mayHaveArrived: true,
    changesData: false,
    lasts: true,
    alone: true,
    wait: 15_000,
    cause: /\b500\b|server error|internal/i,
    expected: always(GIVEN_UP),
    remedy: 'Give up after a few retries, and report the error.',
  },
} satisfies Readonly<Record<string, FaultClass>>;

function sizeOf({ response: { body } }: Call['exchange']): number {
  if (body === undefined) return 0;
  return 'text' in body ? body.text.length : 'base64' in body ? body.base64.length : body.bytes;
}
