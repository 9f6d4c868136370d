/** Verifies expectations of a test against a journal, and explains each failure. */

import { forEachInSteps, type Steps } from '../../../../common/steps.js';
import { type Exchange, summaryOf } from '../../../journal/exchange.js';
import type { SandboxFacts } from '../../../journal/query.js';
import type { Schemas } from '../../documents.js';
import { describeExpectation, type Expectation, prepareExpectation, type PreparedExpectation } from './expectation.js';

export interface VerifyOptions extends SandboxFacts {
  /** Whether the expectations must be met in their order. Default: false, each applies to the whole journal. */
  readonly inOrder?: boolean;
  /** Number of the last exchange that the journal no longer has. Default: 0, it has all exchanges. */
  readonly removedUpTo?: number;
}

/** The result of one expectation. */
type ExpectationResult = Omit<Schemas['ExpectationResult'], 'expectation'> & {
  readonly expectation: Expectation;
};

/** The results of all expectations. */
export interface VerifiedExpectations {
  readonly passed: boolean;
  readonly results: readonly ExpectationResult[];
}

/** An exchange that almost meets an expectation. */
type NearMiss = Schemas['NearMiss'];

/** One reason why an exchange does not meet an expectation. */
type Unmet = NearMiss['differs'][number];

/** The exchanges that count for an expectation. */
interface Match {
  /** Where the search began: after the last exchange that an earlier expectation took, or at 0. */
  readonly from: number;
  /** The positions of the exchanges in the journal. */
  readonly places: readonly number[];
}

/** Verifies each expectation. The exchanges must be in order, oldest first. */
export function* verifyExpectations(
  exchanges: readonly Exchange[],
  expectations: readonly Expectation[],
  { inOrder = false, removedUpTo = 0, ...context }: VerifyOptions = {},
): Steps<VerifiedExpectations> {
  const prepared: PreparedExpectation[] = [];
  for (const expectation of expectations) prepared.push(yield* prepareExpectation(exchanges, expectation, context));

  const inAnyOrder = prepared.map(({ matching }): Match => ({ from: 0, places: matching }));
  const matches = inOrder ? findInOrder(exchanges, prepared) : inAnyOrder;

  const results: ExpectationResult[] = [];
  for (const [at, expectation] of prepared.entries()) {
    const match = { ...matches[at]!, removedUpTo };
    results.push(yield* resultOf(exchanges, expectation, match));
  }

  return { passed: results.every(({ passed }) => passed), results };
}

/**
 * Goes through the journal once. Each expectation takes the least number of exchanges that it needs, after the
 * exchanges of the previous expectation. More matching exchanges, up to the first exchange of the next expectation,
 * count as surplus: an expectation of at most two exchanges fails if there are three.
 */
function findInOrder(exchanges: readonly Exchange[], expectations: readonly PreparedExpectation[]): Match[] {
  const matches: Match[] = [];
  let next = 0;
  for (const [at, expectation] of expectations.entries()) {
    // The exchanges that may count: after those of the previous expectation, and within the time limit.
    const from = next;
    const windowEnd = endOfWindow(exchanges, from, expectation);
    const inWindow = expectation.matching.filter((place) => place >= from && place < windowEnd);

    const taken = inWindow.slice(0, expectation.least);
    const lastTaken = taken.at(-1);
    if (lastTaken !== undefined) next = lastTaken + 1;

    const surplusEnd = endOfSurplus(exchanges, next, expectations.slice(at + 1));
    // If the expectation fails already, its surplus need not be counted.
    const fails = taken.length < expectation.least;
    matches.push({ from, places: fails ? taken : inWindow.filter((place) => place < surplusEnd) });
  }

  return matches;
}

/** The position of the first exchange, from `next` on, after the time limit of the expectation. */
function endOfWindow(exchanges: readonly Exchange[], next: number, { within }: PreparedExpectation): number {
  const last = exchanges[next - 1];
  // The time counts from the exchange of an earlier expectation. Without such an exchange, there is no limit.
  if (last === undefined || within === Infinity) return exchanges.length;

  const end = exchanges.findIndex((exchange, at) => at >= next && timeBetween(last, exchange) > within);
  return end === -1 ? exchanges.length : end;
}

/** Milliseconds by the sandbox's clock. */
function timeBetween(earlier: Exchange, later: Exchange): number {
  return Date.parse(later.at) - Date.parse(earlier.at);
}

/**
 * The position where surplus stops counting: the first exchange that a later expectation takes. An expectation of no
 * exchange ("none within 30 s") takes no exchange, so its time limit is the end instead.
 */
function endOfSurplus(exchanges: readonly Exchange[], next: number, later: readonly PreparedExpectation[]): number {
  let end = exchanges.length;
  for (const expectation of later) {
    end = Math.min(end, endOfWindow(exchanges, next, expectation));
    if (expectation.least === 0) continue;

    const first = expectation.matching.find((place) => place >= next);
    return Math.min(end, first ?? end);
  }

  return end;
}

/** Whether the exchanges meet the expectation, and if not, why. */
function* resultOf(
  journal: readonly Exchange[],
  prepared: PreparedExpectation,
  { from, places, removedUpTo }: Match & { readonly removedUpTo: number },
): Steps<ExpectationResult> {
  const { expectation, least, most } = prepared;
  const exchanges = places.map((place) => journal[place]!.id);
  const found = exchanges.length;

  // Exchanges that the journal no longer has may count, too. They do not if an earlier expectation took a later
  // exchange, or if only exchanges after the oldest one in the journal count.
  const isAfterOldest = Date.parse(expectation.since ?? '') > Date.parse(journal[0]?.at ?? '');
  const mayLackSome = removedUpTo > 0 && from === 0 && !isAfterOldest;
  // Without an upper limit, removed exchanges could only add to what was found.
  const isUncertain = mayLackSome && most !== Infinity;

  const passed = found >= least && found <= most && !isUncertain;
  const result = { expectation, passed, found, exchanges };
  if (passed) return result;

  const last = journal[from - 1];
  const explanation = journal.length === 0 ? 'but the journal is empty' : foundText(exchanges);
  const lost = `; the journal no longer has the exchanges up to ${removedUpTo}, which may count, too: ${MORE_ROOM}`;
  // With too many exchanges found, removed ones would change nothing.
  const gap = mayLackSome && found <= most ? lost : '';
  const explained = { ...result, explanation: `Expected ${wanted(prepared, last)}, ${explanation}${gap}.` };
  if (found >= least) return explained;

  return { ...explained, nearestMisses: yield* nearestMisses(journal, prepared, last) };
}

/** The remedy if exchanges that would count may have been removed. */
const MORE_ROOM = 'give it more room (journalSize), or reset the sandbox before';

/** What was expected, in words. @param last the last exchange that an earlier expectation took */
function wanted(prepared: PreparedExpectation, last: Exchange | undefined): string {
  const expected = describeExpectation(prepared);
  if (last === undefined) return expected;

  const time = prepared.within === Infinity ? '' : ` within ${prepared.within} ms`;
  return `${expected}${time} after exchange ${last.id}`;
}

/** The exchanges that were found, in words: `found 2 (exchanges 3, 7)`. */
function foundText(ids: readonly number[]): string {
  if (ids.length === 0) return 'found none';

  const noun = ids.length === 1 ? 'exchange' : 'exchanges';
  const rest = ids.length > MAX_LISTED ? ', ...' : '';
  return `found ${ids.length} (${noun} ${ids.slice(0, MAX_LISTED).join(', ')}${rest})`;
}

/** How many numbers of exchanges an explanation lists. */
const MAX_LISTED = 10;

/** How many exchanges that almost meet an expectation are shown. */
const MAX_MISSES = 3;

/** The exchanges with the fewest unmet criteria; among equals, the newest first. */
function* nearestMisses(
  journal: readonly Exchange[],
  prepared: PreparedExpectation,
  last: Exchange | undefined,
): Steps<NearMiss[]> {
  /** The misses in buckets. The index of a bucket is the number of unmet criteria. */
  const bucketsByUnmetCount: NearMiss[][] = [];
  // One step for each exchange: a search in a long journal must not block other requests.
  yield* forEachInSteps(journal.toReversed(), (exchange) => {
    const differs = [...unmetCriteria(exchange, prepared), ...unmetOrder(exchange, prepared, last)];
    // An exchange that meets all criteria is no near miss.
    if (differs.length === 0) return;

    const bucket = (bucketsByUnmetCount[differs.length] ??= []);
    if (bucket.length < MAX_MISSES) bucket.push({ exchange: exchange.id, summary: summaryOf(exchange), differs });
  });
  return bucketsByUnmetCount.flat().slice(0, MAX_MISSES);
}

/** The criteria that the exchange does not meet, with what was found in their place. */
function unmetCriteria(exchange: Exchange, { criteria }: PreparedExpectation): Unmet[] {
  const unmet = criteria.filter(({ holds }) => !holds(exchange));
  return unmet.map(({ name, expected, found }) => ({ criterion: name, expected, found: found(exchange) }));
}

/** The conditions of order and time that an exchange does not meet. Without an earlier exchange, there are none. */
function unmetOrder(exchange: Exchange, { within }: PreparedExpectation, last: Exchange | undefined): Unmet[] {
  if (last === undefined) return [];

  const place = `after exchange ${last.id}`;
  const time = timeBetween(last, exchange);
  if (exchange.id <= last.id) return [{ criterion: 'order', expected: place, found: `exchange ${exchange.id}` }];
  if (time <= within) return [];

  return [{ criterion: 'within', expected: `at most ${within} ms ${place}`, found: `${time} ms` }];
}
