import { counted } from '../../../common/reporting/phrases.js';
import type { OperationId } from '../../../contract/operation.js';
import type { Exchange } from '../../journal/exchange.js';
import { respondedAt, timeBetween } from '../exchanges.js';
import { isInside, type Step, type Walk, walksIn } from '../page-walks.js';
import type { Evidence, Examine, Offence } from '../rule.js';

const LISTS: ReadonlySet<string> = new Set<OperationId>(['getUsers', 'getHumanScores', 'getCredentials']);
/** This many equal steps are a habit; fewer may come from a person who looks through a list. */
const HABIT = 2;
/** This many correct steps in a row show that the client reads the whole list. */
const THOROUGH = 3;
/** No person goes from page to page in less time, in milliseconds. */
const FASTER_THAN_PEOPLE = 1_000;

/**
 * Jumps are allowed, because people look through lists, but then nothing shows that each item was read. So a gap counts
 * only if every step leaves the same gap, or if it is in a thorough walk to the end. A gap never counts if another
 * request filled it, because pages may be read in parallel, or if the client may not have had the page before the gap.
 * Pages may overlap by up to half, to guard against items that move. One request past the end is allowed, as a way to
 * find the end.
 */
export const gaplessPaging: Examine = function* (exchanges, evidence, examination) {
  const { offences, followed } = examination;
  const reads = exchanges.filter(({ operation = '', method }) => LISTS.has(operation) && method === 'GET');
  const walks = yield* walksIn(reads);

  for (const walk of walks) {
    const found = offencesOf(walk, evidence);
    offences.push(...found);
    if (found.length > 0) continue;

    if (walk.steps.some(isExact)) followed.push(walk.steps.at(-1)!.to.exchange);
    else examination.seenInstead ??= inexactSteps(walk.steps);
  }

  if (walks.every(({ skipping }) => skipping.length === 0)) return;

  // One walk with gaps shows that nobody pages carefully here.
  followed.length = 0;
  examination.seenInstead = LEAVES_GAPS;
};

function offencesOf({ steps, skipping }: Walk, { hadSeen, timesAreExact }: Evidence): Offence[] {
  const inside = steps.filter(isInside);
  const beyond = steps.filter((step) => !isInside(step));
  const knewPage = (step: Step): boolean =>
    hadSeen(step.to.exchange, step.from.exchange) || (timesAreExact && seemsToFollow(step));
  const mayBeThorough = timesAreExact && goesOnFast(inside);

  return [
    ...gapsIn({ steps: inside, skipping }, knewPage, { mayBeThorough }),
    ...overlapsIn(inside, knewPage),
    ...readingOn(beyond.filter(knewPage)),
  ];
}

/** Whether the second page was requested after the first, as far as a recording without connections shows. */
function seemsToFollow({ from, to }: Step): boolean {
  return to.exchange.connection === undefined && to.exchange.received >= (respondedAt(from.exchange) ?? Infinity);
}

/** Whether a program went through the pages: all steps are fast, and it went on after a gap. */
function goesOnFast(steps: readonly Step[]): boolean {
  const last = steps.at(-1);
  const isFast = steps.every(({ from, to }) => timeBetween(from.exchange, to.exchange) < FASTER_THAN_PEOPLE);
  return isFast && last !== undefined && isExact(last);
}

function isExact({ gap }: Step): boolean {
  return gap === 0;
}

/** A sentence about a walk that neither follows nor breaks the rule. */
function inexactSteps(steps: readonly Step[]): string {
  const overlap = Math.max(...steps.map(({ gap }) => -gap));
  return overlap > 0
    ? `The pages that were read overlap, by up to ${counted(overlap, 'item')}, which may guard against items that move.`
    : LEAVES_GAPS;
}

const LEAVES_GAPS = 'The pages that were read leave gaps, as when a person looks through a list.';

/** Tells whether the client had the first page of a step when it requested the second. */
type KnewPage = (step: Step) => boolean;

function gapsIn(
  { steps, skipping: gaps }: Walk,
  knewPage: KnewPage,
  { mayBeThorough }: { readonly mayBeThorough: boolean },
): Offence[] {
  const isOften = gaps.length >= HABIT || gaps.some(goesByRequestedLimit);
  const isHabit = isOften && gaps.length === steps.length && areEqual(gaps);
  const exact = steps.filter(isExact).length;
  const last = steps.at(-1)?.to;
  const isToEnd = last !== undefined && last.offset + last.items >= last.total;
  const isThorough = exact >= THOROUGH && exact >= 2 * gaps.length && (isToEnd || mayBeThorough);
  if (!isHabit && !isThorough) return [];

  const certain = gaps.filter((step) => knewPage(step) || (isHabit && leavesLessThanPage(step)));
  return certain.map((step) => ({
    exchanges: exchangesOf([step]),
    what: `Skipped the items from ${step.expected} to ${step.to.offset - 1}.`,
  }));
}

function areEqual(steps: readonly Step[]): boolean {
  return new Set(steps.map(({ from, to }) => to.offset - from.offset)).size === 1;
}

/** Whether the client continued by its limit although the service had applied a smaller one. No person does so. */
function goesByRequestedLimit({ from, to }: Step): boolean {
  return from.isLimited && to.offset === from.offset + from.limit;
}

/** Whether the gap is smaller than a page. Otherwise the client could still read a page between the two. */
function leavesLessThanPage({ from, gap }: Step): boolean {
  return from.items >= from.limit && gap < from.limit;
}

function overlapsIn(steps: readonly Step[], knewPage: KnewPage): Offence[] {
  const isSteady = areEqual(steps);
  const overlaps = steps.filter((step) => -step.gap > step.from.items / 2 && (isSteady || knewPage(step)));
  const [first] = overlaps;
  if (first === undefined || overlaps.length < HABIT) return [];

  const what = `Read most items of a page again, ${overlaps.length} times; first those from ${first.to.offset} to ${first.expected - 1}.`;
  return [{ exchanges: exchangesOf(overlaps), what }];
}

function readingOn(steps: readonly Step[]): Offence[] {
  const [first] = steps;
  if (first === undefined || steps.length < HABIT) return [];

  const what = `Requested ${steps.length} pages after the end of the list, which has ${first.from.total} items.`;

  return [{ exchanges: exchangesOf(steps), what }];
}

function exchangesOf(steps: readonly Step[]): Exchange[] {
  return [...steps.slice(0, 1).map(({ from }) => from.exchange), ...steps.map(({ to }) => to.exchange)];
}
