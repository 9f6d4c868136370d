/** Schedules for calls that overlap: which responses are held, until when, and the control of each schedule. */

import type { CallPlace } from '../../emulator/domain/sandbox/activation.js';
import type { HeldCalls, PlacedFault, Refusal } from '../audit-types.js';
import type { Call } from '../run/calls.js';
import { isLike, type LaterCall } from '../run/overlaps.js';
import type { OverlapContext } from './fault-class.js';

type Schedule = (call: Call, context: OverlapContext) => HeldCalls | string;

/** The schedules by the ID of their class. */
export const SCHEDULES: Readonly<Record<string, Schedule>> = {
  overtaken: (call, context) => overtakenBy(othersAfter(call, context, true), call, context),
  'across-write': (call, context) => {
    const others = othersAfter(call, context, false);
    const schedule = overtakenBy(others, call, context);
    const again = typeof schedule === 'string' ? undefined : readAgain(call, others[0]!, context);

    return again === undefined ? schedule : { ...(schedule as HeldCalls), race: [again] };
  },
  'same-call': (call, { later, calls, placeIn }) => {
    const other = later.find(isLike(call)) ?? equalCallAfter(call, calls);
    if (other === undefined || isToken(call)) return 'no equal call arrives while it is open';
    return { race: [held(placeIn(call), 'arrived;same', other)], control: [apart(call, other, placeIn)] };
  },
  'slow-token': (call, context) => {
    const { later, placeIn } = context;
    if (!isToken(call)) return 'it is no token request';

    const second = later.find((other) => isToken(other) && other.isExtra);
    if (second === undefined) return overtakenBy(later, call, context);

    return { race: [held(placeIn(call), 'answered', second)], control: [apart(call, second, placeIn)] };
  },
  'refused-together': (call, context) =>
    refused(call, context, ({ operation }) => ({ until: `arrived;of=${operation}`, renewal: LATE_RENEWAL })),
  'late-refusal': (call, context) =>
    refused(call, context, () => ({ until: `answered;of=${TOKEN};then="${3 * APART}ms"` })),
  'renewal-fails': (call, context) =>
    refused(call, context, ({ operation }) => ({
      until: `arrived;of=${operation}`,
      renewal: `${LATE_RENEWAL}, server-error;times=${MOST_ATTEMPTS}`,
    })),
  'late-before-answer': (call, context) => repeated(call, context, { times: 1, isBefore: true }),
  'late-answer': (call, context) => repeated(call, context, { times: 1 }),
  'late-answers': (call, context) => repeated(call, context, { times: 2 }),
};

const TOKEN = 'issueToken';
const NOTHING_LATER = 'no such call arrives while it is open';
/** Milliseconds between two responses that a client handles in this order. */
const APART = 50;
/** The limit of a hold that names none, in milliseconds. */
const LIMIT = 600;
/** How much longer than twice its usual gap a hold waits for a later call, in milliseconds. */
const LONGER = 400;
/**
 * The longest gap to a later equal call, in milliseconds, within which a call is held even if nothing overlapped it.
 */
const LONGEST_GAP = 1_500;
/** A renewal that is still open when the last refusal arrives. */
const LATE_RENEWAL = `hold;until=limit;limit="${6 * APART}ms"`;
/** How often most clients request a token before they give up. */
const MOST_ATTEMPTS = 4;

/**
 * The later calls that ask for something else.
 * @param isWriteAlike true: calls that write if this call writes, and read if it reads; false: calls that do the
 * opposite
 */
function othersAfter(call: Call, { later }: OverlapContext, isWriteAlike: boolean): LaterCall[] {
  const others = isToken(call) ? [] : later.filter((other) => !isToken(other) && !isLike(call)(other));
  const isAlike = (other: Call): boolean => isWrite(other) === isWrite(call);
  return others.filter((other) => isAlike(other) === isWriteAlike);
}

/** Holds the call until one of the others was answered. The control also holds the others, in the order of arrival. */
function overtakenBy(others: readonly LaterCall[], call: Call, { placeIn }: OverlapContext): HeldCalls | string {
  const first = others.find(({ operation }) => operation === call.operation) ?? others[0];
  if (first === undefined) return NOTHING_LATER;

  const alike = others.filter(({ operation }) => operation === first.operation);
  const of = first.operation === call.operation ? '' : `;of=${first.operation}`;

  return {
    race: [held(placeIn(call), `answered${of}`, first)],
    control: [held(placeIn(call), `arrived${of}`, first), ...alike.map((other) => late(placeIn(other), 3 * APART))],
  };
}

/** Holds a read until the equal read after a write was answered; undefined if the client sends no such read. */
function readAgain(call: Call, write: LaterCall, { calls, placeIn }: OverlapContext): PlacedFault | undefined {
  const equal = calls.filter((other) => isLike(call)(other) && other.exchange.id > call.exchange.id);
  const at = write.isExtra || isWrite(call) ? -1 : equal.findIndex(({ exchange }) => exchange.id > write.exchange.id);
  if (at === -1) return undefined;

  const gap = equal[at]!.exchange.received - call.exchange.received;

  return held(placeIn(call), `answered;same${at === 0 ? '' : `;count=${at + 1}`}`, { gap });
}

/**
 * The next equal call of the test; undefined if another call of the operation is repeated more often. While all
 * responses are late, no worker may be free to send the equal call. If only this call is held, a worker may be free.
 */
function equalCallAfter(call: Call, calls: readonly Call[]): LaterCall | undefined {
  const nextOf = (one: Call): LaterCall | undefined =>
    calls
      .map((other) => ({ ...other, gap: other.exchange.received - one.exchange.received, isExtra: false }))
      .find((other) => isLike(one)(other) && other.gap > 0 && other.gap < LONGEST_GAP);
  const countOf = (one: Call): number => calls.filter(isLike(one)).length;
  const again = calls.filter((each) => each.operation === call.operation && nextOf(each) !== undefined);
  const [most] = again.toSorted((one, other) => countOf(other) - countOf(one));

  return most === call ? nextOf(call) : undefined;
}

/**
 * Refuses the access token of calls that overlap. In the control, only this call is refused, so no other call renews
 * the token.
 */
function refused(
  call: Call,
  { later, calls }: OverlapContext,
  refusalOf: (other: Call) => Refusal,
): HeldCalls | string {
  const { accessToken } = call.exchange;
  const others = later.filter(({ exchange }) => exchange.accessToken?.id === accessToken?.id);
  const [first] = others;
  if (accessToken === undefined || first === undefined) return 'no call with the same access token overlaps it';

  const { until, renewal } = refusalOf(first);
  const logins = calls.filter(({ operation, exchange }) => operation === TOKEN && exchange.id < call.exchange.id);
  const slow = renewal === undefined ? [] : [{ at: { operation: TOKEN, call: logins.length + 1 }, selection: renewal }];
  // The calls arrive in another order each time: the fault is for the first of them.
  const alike = others.filter(({ operation, isExtra }) => operation === call.operation && !isExtra);
  const at = { operation: call.operation, call: Math.min(call.call, ...alike.map((other) => other.call)) };
  const refuse = (placed: PlacedFault, how: string): PlacedFault => ({ at, selection: `${placed.selection}, ${how}` });

  return {
    race: [refuse(held(at, until, first), 'token-revoked'), ...slow],
    control: [refuse(late(at, 3 * APART), 'tokens-refused;times=1'), ...slow],
  };
}

/**
 * Delays responses for a client that repeats the call if its response is late. The responses to the first `times`
 * requests arrive after the response to the next request. With `isBefore`, they arrive after the next request, but
 * before its response. Meanwhile, the client is busy with another call, whose response is late, too.
 *
 * In the control, the responses arrive in the order of the requests. With `isBefore`, the race already has this order,
 * so the control answers the call before the client repeats it.
 */
function repeated(
  call: Call,
  { overlaps, calls, placeIn }: OverlapContext,
  { times, isBefore = false }: { readonly times: number; readonly isBefore?: boolean },
): HeldCalls | string {
  const like = isLike(call);
  const later = calls.filter(like).flatMap((equal) => overlaps.get(equal) ?? []);
  const repetition = later.find((other) => like(other) && other.gap > 2 * APART);
  if (repetition === undefined) return 'the client does not repeat it if the response is late';

  const at = placeIn(call);
  /** The place of a request: 0 is the call itself, 1 its first repetition. */
  const placeOf = (number: number): CallPlace => ({ ...at, call: at.call + number });
  const lastId = calls.findLast(like)!.exchange.id;
  const next = calls.find((other) => other.exchange.id > lastId && other.test === call.test && !isToken(other));
  const busy = next === undefined ? [] : [late(placeIn(next), 6 * APART)];
  const then = `then="${next === undefined ? APART / 5 : 2 * APART}ms"`;
  const inOrder = [
    ...Array.from({ length: times }, (_, number) => {
      const toCome = times - number;
      return held(placeOf(number), `arrived;same;count=${toCome};${then}`, { gap: toCome * repetition.gap });
    }),
    late(placeOf(times), 3 * APART),
    ...busy,
  ];
  if (isBefore) return { race: inOrder, control: [late(at, Math.floor(repetition.gap / 2)), ...busy] };

  // One hold meets the call and its repetitions, `times` requests in all.
  const until = `answered;same;times=${times};${then}`;

  return { race: [held(at, until, { gap: times * repetition.gap }), ...busy], control: inOrder };
}

/**
 * A late response without an overlap. If the client sends the other call only because the response to this call is
 * late, the response is late by half the gap, and the other call is not sent. If not, the response to the other call is
 * late.
 */
function apart(call: Call, other: LaterCall, placeIn: OverlapContext['placeIn']): PlacedFault {
  return other.isExtra ? late(placeIn(call), Math.floor(other.gap / 2)) : late(placeIn(other), 2 * APART);
}

/** Holds a response until a later call arrives or is answered. The gap to the later call sets the limit. */
function held(at: CallPlace, until: string, { gap }: Pick<LaterCall, 'gap'>): PlacedFault {
  const limit = Math.ceil(gap / 100) * 200 + LONGER;
  return { at, selection: `hold;until=${until}${limit > LIMIT ? `;limit="${limit}ms"` : ''}` };
}

/** Holds a response for some milliseconds. */
function late(at: CallPlace, milliseconds: number): PlacedFault {
  return { at, selection: `hold;until=limit;limit="${milliseconds}ms"` };
}

function isToken({ operation }: Call): boolean {
  return operation === TOKEN;
}

function isWrite({ exchange: { method, issuedToken } }: Call): boolean {
  return method !== 'GET' && issuedToken === undefined;
}
