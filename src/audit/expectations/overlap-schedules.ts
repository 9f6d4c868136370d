/** Schedules for calls that overlap: whose responses are held until what has come, and the control of each. */

import type { CallPlace } from '../../emulator/domain/sandbox/activation.js';
import type { Call } from '../run/calls.js';
import type { HeldCalls, OverlapContext, PlacedFault } from './fault-class.js';

type Schedule = (call: Call, context: OverlapContext) => HeldCalls | string;

/** The schedules by the ID of their class. */
export const SCHEDULES: Readonly<Record<string, Schedule>> = {
  overtaken: (call, context) => {
    const others = context.later.filter((other) => !isWrite(other) && !isSame(other, call) && !isToken(other));
    return isWrite(call) || isToken(call) ? NOTHING_LATER : overtakenBy(others, call, context);
  },
  'across-write': (call, context) => {
    const others = context.later.filter((other) => isWrite(call) !== isWrite(other) && !isToken(other));
    return isToken(call) ? NOTHING_LATER : overtakenBy(others, call, context);
  },
  'same-call': (call, { later, placeIn }) => {
    const other = later.find((each) => isSame(each, call));
    if (other === undefined || isToken(call)) return 'no equal call arrives while it is open';
    return { race: [held(placeIn(call), 'arrived;same')], control: [late(placeIn(other), 2 * APART)] };
  },
  'slow-token': (call, context) =>
    isToken(call) ? overtakenBy(context.later, call, context) : 'it is no token request',
  'refused-together': (call, context) =>
    refused(call, context, (others) => ({ until: `arrived;of=${others[0]!.operation}`, renewal: LATE_RENEWAL })),
  'late-refusal': (call, context) =>
    refused(call, context, () => ({ until: `answered;of=${TOKEN};then="${3 * APART}ms"` })),
  'renewal-fails': (call, context) =>
    refused(call, context, (others) => ({
      until: `arrived;of=${others[0]!.operation}`,
      renewal: `${LATE_RENEWAL}, server-error;times=1`,
    })),
  'late-answer': (call, context) => repeated(call, context, 1),
  'late-answers': (call, context) => repeated(call, context, 2),
};

const TOKEN = 'issueToken';
const NOTHING_LATER = 'no such call arrives while it is open';
/** Milliseconds between two responses that a client handles in this order. */
const APART = 50;
/** Milliseconds for which an unanswered call is open: longer than the time limits of many clients in tests. */
const UNANSWERED = 3_000;
/** A renewal that is still open when the last refusal arrives. */
const LATE_RENEWAL = `hold;until=limit;limit="${6 * APART}ms"`;

/** Holds the call until one of the others was answered. The control holds those as well, in the order of arrival. */
function overtakenBy(others: readonly Call[], call: Call, { placeIn }: OverlapContext): HeldCalls | string {
  const [first] = others;
  if (first === undefined) return NOTHING_LATER;
  const alike = others.filter(({ operation }) => operation === first.operation);
  const of = first.operation === call.operation ? '' : `;of=${first.operation}`;
  return {
    race: [held(placeIn(call), `answered${of}`)],
    control: [held(placeIn(call), `arrived${of}`), ...alike.map((other) => late(placeIn(other), 3 * APART))],
  };
}

/** How a refused call is held, and what the renewal of its token meets. */
interface Refusal {
  readonly until: string;
  readonly renewal?: string;
}

/** Refuses the token of calls that overlap. In the control, only the last of them has it still, so nothing else waits. */
function refused(
  call: Call,
  { later, calls, placeIn }: OverlapContext,
  refusalOf: (others: readonly Call[]) => Refusal,
): HeldCalls | string {
  const { accessToken } = call.exchange;
  const others = later.filter(({ exchange }) => exchange.accessToken?.id === accessToken?.id);
  const last = others.at(-1);
  if (accessToken === undefined || last === undefined) return 'no call with the same access token overlaps it';
  const { until, renewal } = refusalOf(others);
  const logins = calls.filter(({ operation, exchange }) => operation === TOKEN && exchange.id < call.exchange.id);
  const slow = renewal === undefined ? [] : [{ at: { operation: TOKEN, call: logins.length + 1 }, selection: renewal }];
  const refuse = ({ at, selection }: PlacedFault): PlacedFault => ({ at, selection: `${selection}, token-revoked` });
  return {
    race: [refuse(held(placeIn(call), until)), ...slow],
    control: [refuse(late(placeIn(last), 3 * APART)), ...slow],
  };
}

/** Answers the call when its repetition is open. In the control, its answer never comes. */
function repeated(call: Call, { calls, placeIn }: OverlapContext, times: number): HeldCalls | string {
  if (calls.find(({ operation }) => operation === call.operation) !== call) return 'the first call speaks for it';
  const at = placeIn(call);
  const next = { ...at, call: at.call + times };
  const wait = `;same;times=${times};limit="${UNANSWERED}ms"`;
  return {
    race: [held(at, `arrived${wait}`), late(next, 3 * APART)],
    control: [{ at, selection: `no-answer;times=${times}` }, late(at, 3 * APART)],
  };
}

/** Holds a response until something has come. */
function held(at: CallPlace, until: string): PlacedFault {
  return { at, selection: `hold;until=${until}` };
}

/** Holds a response for some milliseconds. */
function late(at: CallPlace, milliseconds: number): PlacedFault {
  return held(at, `limit;limit="${milliseconds}ms"`);
}

function isToken({ operation }: Call): boolean {
  return operation === TOKEN;
}

function isWrite({ exchange: { method, issuedToken } }: Call): boolean {
  return method !== 'GET' && issuedToken === undefined;
}

function isSame(one: Call, other: Call): boolean {
  return one.identity === other.identity;
}
