/**
 * Schedules for calls that overlap: which responses are held, until when, and the control of each schedule. A hold such
 * as `arrived;same;count=2;then="50ms"` waits until the second equal call has arrived, and 50 milliseconds longer;
 * `answered;of=getUsers` waits until a call of that operation was answered. `scenarios/hold.yaml` has all members.
 */

import type { CallPlace } from '../../emulator/domain/sandbox/activation.js';
import type { HeldCalls, PlacedFault, Refusal } from '../audit-types.js';
import type { Call } from '../run/calls.js';
import { gapBetween, isLike, type LaterCall } from '../run/overlaps.js';
import type { FaultClass, OverlapContext } from './fault-class.js';
import { held, isTokenRequest, isWrite, late, neededToken, PAUSE, TOKEN } from './holds.js';

/** The schedules by the ID of their class. */
export const SCHEDULES: Readonly<Record<string, NonNullable<FaultClass['schedule']>>> = {
  overtaken: (call, context) => {
    const alike = othersAfter(call, context).filter((other) => isWrite(other) === isWrite(call));
    return overtakenBy(alike, call, context);
  },
  'across-write': (call, context) => {
    const opposite = othersAfter(call, context).filter((other) => isWrite(other) !== isWrite(call));
    const schedule = overtakenBy(opposite, call, context);
    if (typeof schedule === 'string') return schedule;

    const again = heldUntilReadAgain(call, opposite[0]!, context);
    return again === undefined ? schedule : { ...schedule, race: [again] };
  },
  'same-call': (call, { later, calls, placeIn }) => {
    // If nothing overlaps the call, the next equal call may still arrive while this call is held.
    const equal = later.find(isLike(call)) ?? equalCallAfter(call, calls);
    if (equal === undefined || isTokenRequest(call)) return 'no equal call arrives while it is open';

    const race = [held(placeIn(call), 'arrived;same', equal)];
    return { race, control: [withoutOverlap(call, equal, placeIn)] };
  },
  'slow-token': (call, context) => {
    const { later, placeIn } = context;
    if (!isTokenRequest(call)) return 'it is no token request';

    // A second token request that only late responses cause is a mistake: a client needs one token.
    const second = later.find((other) => isTokenRequest(other) && other.isExtra);
    if (second === undefined) return overtakenBy(later, call, context);

    const race = [held(placeIn(call), 'answered', second)];
    return { race, control: [withoutOverlap(call, second, placeIn)] };
  },
  late: (call, { isLeftBehind, calls, placeIn }) => {
    if (!isLeftBehind) return 'the client does not go on without the response';

    const token = call.exchange.issuedToken?.id;
    const waiting = calls.filter(({ exchange }) => exchange.accessToken?.id === token).slice(0, MOST_WAITING);
    const race = [late(placeIn(call), LONGEST_GAP)];
    // A token request is late in the race alone: a client without a mistake can wait as long for other responses.
    const inOrder = waiting.map((other) => late(placeIn(other), LONGEST_GAP));

    return { race, control: token === undefined ? [late(placeIn(call), PAUSE / 2)] : inOrder };
  },
  'refused-together': (call, context) =>
    refusedTokens(call, context, ({ operation }) => ({ until: `arrived;of=${operation}`, renewal: LATE_RENEWAL })),
  // The refusal arrives after another call has already led to a new token.
  'late-refusal': (call, context) =>
    refusedTokens(call, context, () => ({ until: `answered;of=${TOKEN};then="${3 * PAUSE}ms"` })),
  'renewal-fails': (call, context) => {
    // The renewal fails until the client gives up.
    const renewal = `${LATE_RENEWAL}, server-error;times=${MOST_ATTEMPTS}`;
    return refusedTokens(call, context, ({ operation }) => ({ until: `arrived;of=${operation}`, renewal }));
  },
  // As many calls in a row as the client has open at a time: each that keeps its slot leaves one less for the rest.
  'silent-together': (call, { later }) => {
    const { operation, call: number } = call;
    const { length: others } = later.filter((other) => other.operation === operation && !other.isExtra);
    if (others === 0) return 'no call of its operation overlaps it';

    const silent = (times: number): PlacedFault => {
      return { at: { operation, call: number }, selection: `no-answer;times=${times}` };
    };

    // A client may only have a longer time limit than a run: then it hangs after a single call, too.
    return { race: [silent(others + 1)], control: [silent(1)] };
  },
  'late-before-answer': (call, context) => lateResponses(call, context, { times: 1, isBefore: true }),
  'late-answer': (call, context) => lateResponses(call, context, { times: 1 }),
  'late-answers': (call, context) => lateResponses(call, context, { times: 2 }),
};

/** The longest gap, in milliseconds, to what a client does while a call is held although nothing overlapped it. */
const LONGEST_GAP = 1_500;
/** How many calls that wait for a token wait for their responses instead. */
const MOST_WAITING = 5;
/** A renewal that is still open when the last refusal arrives. */
const LATE_RENEWAL = `hold;until=limit;limit="${6 * PAUSE}ms"`;
/** How often most clients request a token before they give up. */
const MOST_ATTEMPTS = 4;

/** The later calls that ask for something else; none for a token request. */
function othersAfter(call: Call, { later }: OverlapContext): LaterCall[] {
  if (isTokenRequest(call)) return [];
  return later.filter((other) => !isTokenRequest(other) && !isLike(call)(other));
}

/** Holds the call until one of the others was answered. The control answers all of them late, in order of arrival. */
function overtakenBy(others: readonly LaterCall[], call: Call, { placeIn }: OverlapContext): HeldCalls | string {
  const first = others.find(({ operation }) => operation === call.operation) ?? others[0];
  if (first === undefined) return 'no such call arrives while it is open';

  const sameOperation = others.filter(({ operation }) => operation === first.operation);
  const ofFirst = first.operation === call.operation ? '' : `;of=${first.operation}`;
  const inOrder = sameOperation.map((other) => late(placeIn(other), 3 * PAUSE));

  return {
    race: [held(placeIn(call), `answered${ofFirst}`, first)],
    control: [held(placeIn(call), `arrived${ofFirst}`, first), ...inOrder],
  };
}

/** Holds a read until the equal read after a write was answered; undefined if the client sends no such read. */
function heldUntilReadAgain(call: Call, write: LaterCall, { calls, placeIn }: OverlapContext): PlacedFault | undefined {
  if (write.isExtra || isWrite(call)) return undefined;

  const equal = calls.filter((other) => isLike(call)(other) && other.exchange.id > call.exchange.id);
  const index = equal.findIndex(({ exchange }) => exchange.id > write.exchange.id);
  if (index === -1) return undefined;

  const gap = gapBetween(call, equal[index]!);
  const count = index === 0 ? '' : `;count=${index + 1}`;

  return held(placeIn(call), `answered;same${count}`, { gap });
}

/**
 * The next equal call of the test; undefined if another call of the operation is repeated more often. While all
 * responses are late, no worker may be free to send the equal call. If only this call is held, a worker may be free.
 */
function equalCallAfter(call: Call, calls: readonly Call[]): LaterCall | undefined {
  const nextOf = (one: Call): Call | undefined =>
    calls.find((other) => {
      const gap = gapBetween(one, other);
      return isLike(one)(other) && gap > 0 && gap < LONGEST_GAP;
    });
  const countOf = (one: Call): number => calls.filter(isLike(one)).length;
  const repeatedCalls = calls.filter((one) => one.operation === call.operation && nextOf(one) !== undefined);
  const [mostRepeated] = repeatedCalls.toSorted((one, other) => countOf(other) - countOf(one));
  if (mostRepeated !== call) return undefined;

  const next = nextOf(call)!;
  return { ...next, gap: gapBetween(call, next), isExtra: false };
}

/**
 * Refuses the access token of calls that overlap. In the control, only this call is refused, so no other call renews
 * the token.
 * @param refusalOf how the refusals are held, by the first call that overlaps this one
 */
function refusedTokens(
  call: Call,
  { later, calls }: OverlapContext,
  refusalOf: (other: Call) => Refusal,
): HeldCalls | string {
  const { operation, exchange } = call;
  const token = neededToken(call);
  const others = later.filter((other) => neededToken(other)?.id === token?.id);
  const [first] = others;
  if (token === undefined || first === undefined) return 'no call with the same access token overlaps it';

  const { until, renewal } = refusalOf(first);
  const logins = calls.filter((other) => isTokenRequest(other) && other.exchange.id < exchange.id);
  const renewalPlace = { operation: TOKEN, call: logins.length + 1 };
  const slowRenewal = renewal === undefined ? [] : [{ at: renewalPlace, selection: renewal }];
  // The calls arrive in another order each time. The fault is for the call that arrives first.
  const sameOperation = others.filter((other) => other.operation === operation && !other.isExtra);
  const at = { operation, call: Math.min(call.call, ...sameOperation.map((other) => other.call)) };
  const refusing = ({ selection }: PlacedFault, refusal: string): PlacedFault => {
    return { at, selection: `${selection}, ${refusal}` };
  };

  return {
    race: [refusing(held(at, until, first), 'token-revoked'), ...slowRenewal],
    control: [refusing(late(at, 3 * PAUSE), 'tokens-refused;times=1'), ...slowRenewal],
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
function lateResponses(
  call: Call,
  { overlaps, calls, placeIn }: OverlapContext,
  { times, isBefore = false }: { readonly times: number; readonly isBefore?: boolean },
): HeldCalls | string {
  const isEqual = isLike(call);
  const later = calls.filter(isEqual).flatMap((equal) => overlaps.get(equal)?.later ?? []);
  const repetition = later.find((other) => isEqual(other) && other.gap > 2 * PAUSE);
  if (repetition === undefined) return 'the client does not repeat it if the response is late';

  const { gap } = repetition;
  const at = placeIn(call);
  /** The place of a request: 0 is the call itself, 1 its first repetition. */
  const placeOf = (number: number): CallPlace => ({ ...at, call: at.call + number });
  const lastId = calls.findLast(isEqual)!.exchange.id;
  const next = calls.find((other) => other.exchange.id > lastId && other.test === call.test && !isTokenRequest(other));
  const busy = next === undefined ? [] : [late(placeIn(next), 6 * PAUSE)];
  // A client that is busy with another call gets the response in the middle of its work.
  const moreTime = next === undefined ? PAUSE / 5 : 2 * PAUSE;
  const then = `then="${moreTime}ms"`;
  const firstResponses = Array.from({ length: times }, (_, number) => {
    const toCome = times - number;
    return held(placeOf(number), `arrived;same;count=${toCome};${then}`, { gap: toCome * gap });
  });
  const inOrder = [...firstResponses, late(placeOf(times), 3 * PAUSE), ...busy];
  if (isBefore) return { race: inOrder, control: [late(at, Math.floor(gap / 2)), ...busy] };

  // One hold affects the call and its repetitions, `times` requests in all.
  const until = `answered;same;times=${times};${then}`;

  return { race: [held(at, until, { gap: times * gap }), ...busy], control: inOrder };
}

/**
 * A late response without an overlap. If the client sends the other call only because the response to this call is
 * late, the response is late by half the gap, and the other call is not sent. If not, the response to the other call is
 * late.
 */
function withoutOverlap(call: Call, other: LaterCall, placeIn: OverlapContext['placeIn']): PlacedFault {
  return other.isExtra ? late(placeIn(call), Math.floor(other.gap / 2)) : late(placeIn(other), 2 * PAUSE);
}
