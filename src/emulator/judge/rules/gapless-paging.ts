import { counted } from '../../../common/reporting/phrases.js';
import type { OperationId } from '../../../contract/operation.js';
import type { Exchange } from '../../journal/exchange.js';
import { respondedAt, timeBetween } from '../exchanges.js';
import { isInside, type Step, type Walk, walksIn } from '../page-walks.js';
import type { Evidence, Examine, Offence } from '../rule.js';

/** The operations that return lists in pages. */
const LISTS: ReadonlySet<string> = new Set<OperationId>(['getUsers', 'getHumanScores', 'getCredentials']);
/** The fewest equal steps that are a habit. Fewer may come from a person who looks through a list. */
const HABIT = 2;
/** The fewest steps without a gap that show that the client reads the whole list. */
const THOROUGH = 3;
/** No person goes from page to page in less time, in milliseconds. */
const FASTER_THAN_PEOPLE = 1_000;

/**
 * Examines walks: pages of a list that a client requested one after the other. A step leads from one page to the next.
 *
 * - Jumps are allowed, because people look through lists. So a gap counts only if every step leaves an equal gap, or if
 *   the gap is in a thorough walk to the end of the list.
 * - A gap never counts if another request filled it, because pages may be read in parallel. It does not count either if
 *   the client may not have had the page before the gap.
 * - Pages may overlap by up to half, to guard against items that move. Half is suspicious: each item is read twice.
 * - One request past the end is allowed, as a way to find the end.
 */
export const gaplessPaging: Examine = function* (exchanges, evidence, examination) {
  const { offences, followed } = examination;
  const reads = exchanges.filter(({ operation = '', method }) => LISTS.has(operation) && method === 'GET');
  const walks = yield* walksIn(reads);

  for (const walk of walks) {
    const found = offencesOf(walk, evidence);
    offences.push(...found);
    if (found.length > 0) continue;

    // Jumps alone do not show that each item was read.
    if (walk.steps.some(isExact)) followed.push(walk.steps.at(-1)!.to.exchange);
    else examination.seenInstead ??= inexactSteps(walk.steps);
  }

  if (walks.every(({ gaps }) => gaps.length === 0)) return;

  // One walk with gaps shows that nobody pages carefully here.
  followed.length = 0;
  examination.seenInstead = LEAVES_GAPS;
};

/** The offences in one walk: gaps that the client has left, and pages that it requested after the end of the list. */
function offencesOf({ steps, gaps }: Walk, { hadSeen, timesAreExact, chanceCounts }: Evidence): Offence[] {
  const inside = steps.filter(isInside);
  const beyond = steps.filter((step) => !isInside(step));
  /** Whether the client had the first page of a step when it requested the second. */
  const knewPage = (step: Step): boolean =>
    hadSeen(step.to.exchange, step.from.exchange) || (timesAreExact && seemsToFollow(step));
  // Only exact times show that a program made the walk.
  const isByProgram = timesAreExact && goesOnFast(inside);

  return [
    ...skipsIn({ steps: inside, gaps }, knewPage, isByProgram),
    ...overlapsIn(inside, knewPage, chanceCounts),
    ...readingOn(beyond.filter(knewPage)),
  ];
}

/**
 * Whether the second page was requested after the first had arrived. This is asked only for recordings without
 * connections: where connections are known, they show more than times.
 */
function seemsToFollow({ from, to }: Step): boolean {
  return to.exchange.connection === undefined && to.exchange.received >= (respondedAt(from.exchange) ?? Infinity);
}

/** Whether a program went through the pages: all steps are fast, and it went on after a gap. */
function goesOnFast(steps: readonly Step[]): boolean {
  const last = steps.at(-1);
  const isFast = steps.every(({ from, to }) => timeBetween(from.exchange, to.exchange) < FASTER_THAN_PEOPLE);
  return isFast && last !== undefined && isExact(last);
}

/** Whether the step leads to the next item, without a gap and without an overlap. */
function isExact({ gap }: Step): boolean {
  return gap === 0;
}

/** A sentence about a walk that neither follows nor breaks the rule. */
function inexactSteps(steps: readonly Step[]): string {
  // A negative gap is an overlap.
  const overlap = Math.max(...steps.map(({ gap }) => -gap));
  return overlap > 0
    ? `The pages that were read overlap, by up to ${counted(overlap, 'item')}, which may guard against items that move.`
    : LEAVES_GAPS;
}

const LEAVES_GAPS = 'The pages that were read leave gaps, as when a person looks through a list.';

/** Tells whether the client had the first page of a step when it requested the second. */
type KnewPage = (step: Step) => boolean;

/** The gaps in a walk as offences, if the walk as a whole shows that the client means to read the whole list. */
function skipsIn(walk: Walk, knewPage: KnewPage, isByProgram: boolean): Offence[] {
  const isHabit = hasEqualGaps(walk);
  if (!isHabit && !isThorough(walk, isByProgram)) return [];

  const certain = walk.gaps.filter((step) => knewPage(step) || (isHabit && leavesLessThanPage(step)));
  return certain.map((step) => ({
    exchanges: exchangesOf([step]),
    what: `Skipped the items from ${step.expected} to ${step.to.offset - 1}.`,
  }));
}

/** Whether every step leaves an equal gap, and more often than a person would. */
function hasEqualGaps({ steps, gaps }: Walk): boolean {
  // Only a program continues by its requested limit, so one such gap is enough.
  const isOften = gaps.length >= HABIT || gaps.some(goesByRequestedLimit);
  return isOften && gaps.length === steps.length && areEqual(gaps);
}

/** Whether most steps leave no gap. Only a program is thorough in a walk that stops before the end of the list. */
function isThorough({ steps, gaps }: Walk, isByProgram: boolean): boolean {
  const exact = steps.filter(isExact).length;
  const last = steps.at(-1)?.to;
  // With more gaps, the walk could as well be a person's.
  if (last === undefined || exact < Math.max(THOROUGH, 2 * gaps.length)) return false;

  return isByProgram || last.offset + last.items >= last.total;
}

/** Whether all steps lead equally far. */
function areEqual(steps: readonly Step[]): boolean {
  return new Set(steps.map(({ from, to }) => to.offset - from.offset)).size === 1;
}

/**
 * Whether the client continued by the limit that it had requested, although the service had applied a smaller limit. No
 * person does so.
 */
function goesByRequestedLimit({ from, to }: Step): boolean {
  return from.isLimited && to.offset === from.offset + from.limit;
}

/**
 * Whether a full page has a gap after it that is smaller than a page. A larger gap may be read later, by another page.
 */
function leavesLessThanPage({ from, gap }: Step): boolean {
  return from.items >= from.limit && gap < from.limit;
}

/**
 * The steps that repeat more than half of a page, as one offence.
 * @param halfCounts whether half of a page is enough
 */
function overlapsIn(steps: readonly Step[], knewPage: KnewPage, halfCounts: boolean): Offence[] {
  // A client whose steps are all equal does not choose them by what it has read.
  const isSteady = areEqual(steps);
  const overlaps = steps.filter((step) => readsMostAgain(step, halfCounts) && (isSteady || knewPage(step)));
  const [first] = overlaps;
  if (first === undefined || overlaps.length < HABIT) return [];

  const share = overlaps.some((step) => readsMostAgain(step, false)) ? 'most items' : 'half';
  const what = `Read ${share} of a page again, ${overlaps.length} times; first those from ${first.to.offset} to ${first.expected - 1}.`;
  return [{ exchanges: exchangesOf(overlaps), what }];
}

/** Whether more than half of the first page, or just half, is also on the second. A negative gap is an overlap. */
function readsMostAgain({ from, gap }: Step, halfCounts: boolean): boolean {
  const half = from.items / 2;
  return -gap > half || (halfCounts && half > 0 && -gap === half);
}

/** The requests after the end of the list, as one offence. @param steps those that lead past the end */
function readingOn(steps: readonly Step[]): Offence[] {
  const [first] = steps;
  if (first === undefined || steps.length < HABIT) return [];

  const what = `Requested ${steps.length} pages after the end of the list, which has ${first.from.total} items.`;

  return [{ exchanges: exchangesOf(steps), what }];
}

/** The exchange before the first step, and the exchange after each step. */
function exchangesOf(steps: readonly Step[]): Exchange[] {
  const before = steps.slice(0, 1).map(({ from }) => from.exchange);
  return [...before, ...steps.map(({ to }) => to.exchange)];
}
