/** Faults that are failures: refusals, errors, broken connections, silence. */

import { bodySize } from '../plan/calls.js';
import type { FaultClass } from './fault-class.js';
import { always, RECOVERED, RECOVERED_OR_GAVE_UP } from './right-reactions.js';

/** The call was certainly not carried out, so that every kind may be sent again. */
const NOT_CARRIED_OUT = always(RECOVERED);
/** A call may have been carried out: what is no read may fail, if it says so. */
const MAY_BE_CARRIED_OUT: FaultClass['expected'] = {
  read: RECOVERED,
  token: RECOVERED,
  link: RECOVERED_OR_GAVE_UP,
  request: RECOVERED_OR_GAVE_UP,
};

const RETRY = 'Retry after 429 and 5xx, a few times, with pauses that grow.';

/** One response is lost; the request may have been carried out. */
const LOST_ONCE = { mayHaveArrived: true, changesData: false, wait: 1_000 };

export const FAILURES = {
  throttled: {
    id: 'throttled',
    title: '429',
    summary: '429 with Retry-After: 1, once',
    selection: {
      token: 'token-endpoint-throttled;burst=1;retry-after=1',
      others: 'rate-limit-burst;burst=1;retry-after=1',
    },
    mayHaveArrived: false,
    changesData: false,
    trouble: 'pause',
    wait: 1_000,
    expected: NOT_CARRIED_OUT,
    remedy: 'Wait as long as Retry-After says, then send the request again.',
  },
  'throttled-bare': {
    id: 'throttled-bare',
    title: '429 bare',
    summary: '429 without Retry-After, twice',
    selection: 'rate-limit-without-retry-after;burst=2',
    mayHaveArrived: false,
    changesData: false,
    beginsLike: 'throttled',
    wait: 2_000,
    expected: { ...NOT_CARRIED_OUT, link: RECOVERED_OR_GAVE_UP, request: RECOVERED_OR_GAVE_UP },
    remedy: RETRY,
  },
  'throttled-date': {
    id: 'throttled-date',
    title: '429 date',
    summary: '429 whose Retry-After is a date, once',
    selection: 'rate-limit-with-date;requests=0;per="2s"',
    mayHaveArrived: false,
    changesData: false,
    beginsLike: 'throttled',
    trouble: 'pause',
    wait: 2_000,
    expected: NOT_CARRIED_OUT,
    remedy: 'Read Retry-After as a number of seconds or as a date, and wait until then.',
  },
  unavailable: {
    id: 'unavailable',
    title: '503',
    summary: '503 with Retry-After: 1, once',
    selection: {
      token: 'token-endpoint-down;times=1;retry-after=1',
      others: 'service-unavailable;times=1;retry-after=1',
    },
    mayHaveArrived: false,
    changesData: false,
    trouble: 'pause',
    wait: 1_000,
    expected: { ...NOT_CARRIED_OUT, link: RECOVERED_OR_GAVE_UP, request: RECOVERED_OR_GAVE_UP },
    remedy: RETRY,
  },
  'server-error': {
    id: 'server-error',
    title: '500',
    summary: '500, once',
    selection: 'server-error;times=1',
    ...LOST_ONCE,
    expected: MAY_BE_CARRIED_OUT,
    remedy: RETRY,
  },
  'bad-gateway': {
    id: 'bad-gateway',
    title: '502',
    summary: '502 with an HTML page, once',
    selection: 'bad-gateway;times=1',
    ...LOST_ONCE,
    breaks: ['body'],
    expected: MAY_BE_CARRIED_OUT,
    remedy: `Look at the status before the body is parsed. ${RETRY}`,
  },
  reset: {
    id: 'reset',
    title: 'reset',
    summary: 'the connection is reset, without a response',
    selection: 'connection-reset;times=1',
    breaks: ['connection'],
    ...LOST_ONCE,
    expected: MAY_BE_CARRIED_OUT,
    remedy: 'Treat a connection that ends without a response like 503.',
  },
  cut: {
    id: 'cut',
    title: 'cut',
    summary: 'the connection ends in the middle of the body',
    selection: 'body-cut;times=1',
    breaks: ['connection', 'body'],
    leftOut: ({ exchange }) => (bodySize(exchange) < 2 ? 'the response has no body that could be cut' : undefined),
    ...LOST_ONCE,
    expected: MAY_BE_CARRIED_OUT,
    remedy: 'Use nothing of a body that is not complete.',
  },
  silent: {
    id: 'silent',
    title: 'silent',
    summary: 'the request is read, and no response comes',
    selection: 'no-answer;times=1',
    breaks: ['connection'],
    ...LOST_ONCE,
    trouble: 'silence',
    expected: always(RECOVERED_OR_GAVE_UP),
    remedy: 'Set a timeout for every request, until the end of its body.',
  },
  slow: {
    id: 'slow',
    title: 'slow',
    summary: 'the response comes a second later',
    selection: 'latency;from="1s";to="1s"',
    breaks: ['connection'],
    mayHaveArrived: false,
    changesData: false,
    wait: 1_000,
    expected: NOT_CARRIED_OUT,
    remedy: 'Wait longer than a second for a response.',
  },
  'lasting-error': {
    id: 'lasting-error',
    title: '500 lasting',
    summary: '500, twelve times in a row',
    selection: 'server-error;times=12',
    leftOut: ({ operation, exchange: { method } }) =>
      method === 'POST' && operation !== 'issueToken'
        ? 'a POST after 500 is examined by the class server-error'
        : undefined,
    mayHaveArrived: true,
    changesData: false,
    lasts: true,
    alone: true,
    beginsLike: 'server-error',
    wait: 15_000,
    expected: always(RECOVERED_OR_GAVE_UP),
    remedy: 'Give up after a few retries, and report the error.',
  },
} satisfies Readonly<Record<string, FaultClass>>;
