/** Faults that are failures: refusals, errors, broken connections, silence. */

import { bodySize, type Call } from '../plan/calls.js';
import type { CallKind, FaultClass } from './fault-class.js';
import { always, NOT_CARRIED_OUT, RECOVERED, RECOVERED_OR_GAVE_UP, REFUSED, RETRY } from './right-reactions.js';

/** A call may have been carried out: what is no read may fail, if it says so. */
const MAY_BE_CARRIED_OUT: FaultClass['expected'] = {
  read: RECOVERED,
  token: RECOVERED,
  link: RECOVERED_OR_GAVE_UP,
  request: RECOVERED_OR_GAVE_UP,
};

const WRITES: readonly CallKind[] = ['link', 'request'];

/** One response is lost; the request may have been carried out. */
const LOST_ONCE = { mayHaveArrived: true, changesData: false, wait: 1_000, expected: MAY_BE_CARRIED_OUT };

const WITHOUT_BODY = ({ exchange }: Call): string | undefined =>
  bodySize(exchange) < 2 ? 'the response has no body' : undefined;

const SERVER_ERROR = {
  id: 'server-error',
  title: '500',
  summary: '500, once',
  selection: 'server-error;times=1',
  ...LOST_ONCE,
  remedy: RETRY,
};
const BAD_GATEWAY = {
  id: 'bad-gateway',
  title: '502',
  summary: '502 with an HTML page, once',
  selection: 'bad-gateway;times=1',
  ...LOST_ONCE,
  breaks: ['body'],
  remedy: `Look at the status before the body is parsed. ${RETRY}`,
} satisfies FaultClass;
const GATEWAY_TIMEOUT = {
  ...BAD_GATEWAY,
  id: 'gateway-timeout',
  title: '504',
  summary: '504 with a line of text, once',
  selection: 'gateway-timeout;times=1',
} satisfies FaultClass;
const RESET = {
  id: 'reset',
  title: 'reset',
  summary: 'the connection is reset, without a response',
  selection: 'connection-reset;times=1',
  breaks: ['connection'],
  ...LOST_ONCE,
  remedy: 'Treat a connection that ends without a response like 503.',
} satisfies FaultClass;
const SILENT = {
  id: 'silent',
  title: 'silent',
  summary: 'the request is read, and no response comes',
  selection: 'no-answer;times=1',
  breaks: ['connection'],
  ...LOST_ONCE,
  trouble: 'silence',
  expected: always(RECOVERED_OR_GAVE_UP),
  remedy: 'Set a timeout for every request, until the end of its body.',
} satisfies FaultClass;
const MALFORMED = {
  id: 'malformed',
  title: 'malformed',
  summary: '200 whose body is JSON that ends too early',
  selection: 'malformed-json;times=1',
  leftOut: WITHOUT_BODY,
  ...LOST_ONCE,
  breaks: ['body'],
  spoils: true,
  // What the client could not read, it requests again.
  excuses: ['reuse-token'],
  expected: always(RECOVERED_OR_GAVE_UP),
  remedy: 'Use nothing of a body that cannot be parsed: request it again, or report the error.',
} satisfies FaultClass;

/** The same with the effect of a write on the other side: a client cannot tell the two apart. */
function otherSide(fault: FaultClass & { selection: string }, effect: 'kept' | 'none'): FaultClass {
  const side = effect === 'kept' ? 'after' : 'before';
  return {
    ...fault,
    id: `${fault.id}-${side}`,
    title: `${fault.title} ${side}`,
    summary: `${fault.summary}, ${side} the write was carried out`,
    selection: `${fault.selection};effect=${effect}`,
    kinds: WRITES,
    beginsLike: fault.id,
  };
}

export const FAILURES: readonly FaultClass[] = [
  SERVER_ERROR,
  otherSide(SERVER_ERROR, 'kept'),
  BAD_GATEWAY,
  otherSide(BAD_GATEWAY, 'kept'),
  GATEWAY_TIMEOUT,
  otherSide(GATEWAY_TIMEOUT, 'kept'),
  RESET,
  otherSide(RESET, 'none'),
  {
    id: 'cut',
    title: 'cut',
    summary: 'the connection ends in the middle of the body',
    selection: 'body-cut;times=1',
    breaks: ['connection', 'body'],
    leftOut: WITHOUT_BODY,
    ...LOST_ONCE,
    remedy: 'Use nothing of a body that is not complete.',
  },
  SILENT,
  otherSide(SILENT, 'none'),
  MALFORMED,
  { ...MALFORMED, id: 'html', title: 'html', summary: '200 with an HTML page', selection: 'html-page;times=1' },
  {
    ...MALFORMED,
    id: 'empty',
    title: 'empty',
    summary: '200 with an empty body',
    selection: 'empty-body;times=1',
  },
  {
    id: 'delivered-twice',
    title: 'twice',
    summary: 'the request arrives twice, as a proxy that repeats it delivers it',
    selection: 'delivered-twice',
    kinds: WRITES,
    ...REFUSED,
    wait: 0,
    expected: NOT_CARRIED_OUT,
    remedy: 'Nothing of a response says how often the request arrived: use what it contains.',
  },
];

/** Faults that take long, or that a client meets again and again. */
export const SLOW_FAILURES: readonly FaultClass[] = [
  {
    id: 'drip',
    title: 'drip',
    summary: 'the body arrives in ten pieces, within a second',
    selection: ({ exchange }) => `drip;bytes=${Math.max(1, Math.ceil(bodySize(exchange) / 10))};every="100ms"`,
    breaks: ['connection'],
    leftOut: WITHOUT_BODY,
    ...REFUSED,
    wait: 1_000,
    expected: NOT_CARRIED_OUT,
    remedy: 'Read the body to its end, and wait longer than a second for it.',
  },
  {
    id: 'slow',
    title: 'slow',
    summary: 'the response comes a second later',
    selection: 'latency;from="1s";to="1s"',
    breaks: ['connection'],
    ...REFUSED,
    wait: 1_000,
    expected: NOT_CARRIED_OUT,
    remedy: 'Wait longer than a second for a response.',
  },
  {
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
];
