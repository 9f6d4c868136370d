import { countWhile } from '../../../common/count-while.js';
import { counted } from '../../../common/reporting/phrases.js';
import type { OperationId } from '../../../contract/operation.js';
import { membersOf } from '../../../common/json.js';
import { forEachInSteps, type Steps } from '../../../common/steps.js';
import { jsonOf, type Exchange } from '../../journal/exchange.js';
import { succeeded, timeBetween } from '../exchanges.js';
import type { Evidence, Examine, Offence } from '../rule.js';
import { groupBy, runsOf } from '../series.js';

const LISTS: ReadonlySet<string> = new Set<OperationId>(['getUsers', 'getHumanScores', 'getCredentials']);
const DEFAULT_LIMIT = 10;
/** The longest time between two pages of a walk, in milliseconds. A client that takes longer is not paging. */
const LONGEST_STEP = 60_000;
/** This many equal steps are a habit; fewer may come from a person who looks through a list. */
const HABIT = 2;
/** This many correct steps in a row show that the client reads the whole list. */
const THOROUGH = 3;

/** A page that a client received. */
interface ReceivedPage {
  readonly exchange: Exchange;
  readonly offset: number;
  readonly limit: number;
  /** The number of items on the page. */
  readonly items: number;
  /** The number of items in the list; Infinity if the response does not contain it. */
  readonly total: number;
}

/** Pages of one list that a client requested one after the other with growing offsets. */
interface Walk {
  readonly steps: readonly Step[];
  /** The items that all requested pages of the list cover, in this walk and others. */
  readonly covered: readonly Stretch[];
}

/** Two pages of a walk that follow each other. */
interface Step {
  readonly from: ReceivedPage;
  readonly to: ReceivedPage;
  /** The offset at which the second page should begin. */
  readonly expected: number;
  /** The number of items between the two; negative if they overlap. */
  readonly gap: number;
}

/**
 * Jumps are allowed, because people look through lists. So a gap counts only if every step leaves the same gap, or if
 * it is in a thorough walk to the end. A gap never counts if another request filled it, because pages may be read in
 * parallel, or if the client may not have had the page before the gap. Pages may overlap by up to half, to guard
 * against items that move. One request past the end is allowed, as a way to find the end.
 */
export const gaplessPaging: Examine = function* (exchanges, evidence, examination) {
  const { offences, followed } = examination;
  for (const walk of yield* walksIn(exchanges)) {
    const found = offencesOf(walk, evidence);
    offences.push(...found);
    if (found.length > 0) continue;
    if (walk.steps.some(isExact)) followed.push(walk.steps.at(-1)!.to.exchange);
    else examination.seenInstead ??= inexactSteps(walk.steps);
  }
};

/** The walks of at least two pages. A list is one operation with the same filters and page size. */
function* walksIn(exchanges: readonly Exchange[]): Steps<Walk[]> {
  const reads = exchanges.filter(
    ({ operation, method }) => operation !== undefined && LISTS.has(operation) && method === 'GET',
  );
  const paged = new Set(reads.filter(({ query }) => /offset|%/.test(query)).map(({ path }) => path));
  const ofPaged = reads.filter(({ path }) => paged.has(path));
  const pages = new Map<Exchange, ReceivedPage>();
  yield* forEachInSteps(ofPaged, (exchange) => pages.set(exchange, receivedPage(exchange)));

  return groupBy(ofPaged, listOf).flatMap((own) => {
    const all = own.map((exchange) => pages.get(exchange)!);
    const covered = stretchesOf(all);
    const walks = runsOf(
      all.filter(({ exchange }) => succeeded(exchange)),
      (page, last) => page.offset > last.offset && timeBetween(last.exchange, page.exchange) < LONGEST_STEP,
    );

    return walks.filter((walk) => walk.length > 1).map((walk) => ({ steps: stepsOf(walk), covered }));
  });
}

/** Items that pages cover without a gap. */
interface Stretch {
  readonly start: number;
  end: number;
}

function stretchesOf(pages: readonly ReceivedPage[]): Stretch[] {
  const stretches: Stretch[] = [];
  const inOrder = pages.filter(({ offset }) => !Number.isNaN(offset)).sort((a, b) => a.offset - b.offset);
  for (const { offset: start, items } of inOrder) {
    const end = start + items;
    const last = stretches.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }

  return stretches;
}

function listOf({ clientId, path, query }: Exchange): string | undefined {
  if (clientId === undefined) return undefined;

  const filters = new URLSearchParams(query);
  filters.delete('offset');
  filters.sort();
  return JSON.stringify([clientId, path, filters.toString()]);
}

function receivedPage(exchange: Exchange): ReceivedPage {
  const query = new URLSearchParams(exchange.query);
  const { items, pagination } = membersOf(jsonOf(exchange.response.body));
  const { total, limit: applied } = membersOf(pagination);
  // Without a limit in the request, a list of some parties may be returned whole.
  const limit = Number(query.get('limit') ?? (typeof applied === 'number' ? applied : DEFAULT_LIMIT));

  return {
    exchange,
    offset: Number(query.get('offset') ?? 0),
    limit,
    items: Array.isArray(items) ? items.length : limit,
    total: typeof total === 'number' ? total : Infinity,
  };
}

function stepsOf(pages: readonly ReceivedPage[]): Step[] {
  return pages.slice(1).map((to, at) => {
    const from = pages[at]!;
    // A page may contain more items than requested. A client that continues by the limit follows the specification.
    const isByLimit = from.items > from.limit && to.offset === from.offset + from.limit;
    const expected = from.offset + (isByLimit ? from.limit : from.items);
    return { from, to, expected, gap: to.offset - expected };
  });
}

function offencesOf({ steps, covered }: Walk, { hadSeen }: Evidence): Offence[] {
  const inside = steps.filter(({ from, to }) => to.offset < from.total);
  const beyond = steps.filter(({ from, to }) => to.offset >= from.total);
  const knewPage = ({ from, to }: Step): boolean => hadSeen(to.exchange, from.exchange);
  return [...gapsIn(inside, covered, knewPage), ...overlapsIn(inside, knewPage), ...readingOn(beyond.filter(knewPage))];
}

function isExact({ gap }: Step): boolean {
  return gap === 0;
}

/** A sentence about a walk that neither follows nor breaks the rule. */
function inexactSteps(steps: readonly Step[]): string {
  const overlap = Math.max(...steps.map(({ gap }) => -gap));
  return overlap > 0
    ? `The pages that were read overlap, by up to ${counted(overlap, 'item')}, which may guard against items that move.`
    : 'The pages that were read leave gaps, as when a person looks through a list.';
}

/** Tells whether the client had the first page of a step when it requested the second. */
type KnewPage = (step: Step) => boolean;

function gapsIn(steps: readonly Step[], covered: readonly Stretch[], knewPage: KnewPage): Offence[] {
  const gaps = steps.filter((step) => step.gap > 0 && !isFilled(step, covered));
  const isHabit = gaps.length >= HABIT && gaps.length === steps.length && areEqual(gaps);
  const exact = steps.filter(isExact).length;
  const last = steps.at(-1)?.to;
  const isThorough =
    exact >= THOROUGH && exact >= 2 * gaps.length && last !== undefined && last.offset + last.items >= last.total;
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

/** Whether the gap is smaller than a page. Otherwise the client could still read a page between the two. */
function leavesLessThanPage({ from, gap }: Step): boolean {
  return from.items >= from.limit && gap < from.limit;
}

/** Whether other pages of the list cover the items between the two pages of a step. */
function isFilled({ expected, to }: Step, covered: readonly Stretch[]): boolean {
  // The last stretch that begins at or before the beginning of the gap.
  const last = covered[countWhile(covered, ({ start }) => start <= expected) - 1];
  return (last?.end ?? 0) >= to.offset;
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
