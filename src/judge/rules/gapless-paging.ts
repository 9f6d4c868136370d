import type { OperationId } from '../../contract/operation.js';
import { type Exchange, jsonOf, membersOf } from '../../journal/exchange.js';
import { groupBy, succeeded, timeBetween } from '../exchanges.js';
import type { Offence, Rule } from '../rule.js';

/** From one page of a walk to the next. */
interface Step {
  readonly from: Page;
  readonly to: Page;
  /** Where the next page should begin. */
  readonly expected: number;
}

/** So many steps of a kind are a way of walking; fewer may be a person who leafs through a list. */
const HABIT = 2;
/** So many steps in a row that fit show that a whole list was meant to be read. */
const THOROUGH = 3;

/**
 * Jumps are allowed, people leaf. So a gap counts only where every step leaves the same one, or where a thorough walk to
 * the end has it; and never where another request has filled it, for pages may be read in parallel. Pages that overlap
 * by half or less may be meant as a guard against rows that shift. One request past the end is how many find the end.
 */
export const gaplessPaging: Rule = {
  id: 'gapless-paging',
  title: 'A client that walks through a list reads each item once.',
  basis: 'specification sections 2.1 and 4.2',
  occasion: 'list that was read over several pages',
  remedy: 'Go on at the offset plus the number of items that came, until that reaches pagination.total.',
  examine: (exchanges) => {
    const walks = walksIn(exchanges).filter(({ pages }) => pages.length > 1);
    const good = walks.filter((walk) => offencesOf(walk).length === 0 && stepsOf(walk).some(fits));
    return { offences: walks.flatMap(offencesOf), good: good.map(({ pages }) => pages.at(-1)!.exchange) };
  },
};

function offencesOf(walk: Walk): Offence[] {
  const steps = stepsOf(walk);
  const inside = steps.filter(({ from, to }) => to.offset < from.total);
  return [
    ...skipping(walk, inside),
    ...repeating(inside),
    ...goingOn(steps.filter(({ from, to }) => to.offset >= from.total)),
  ];
}

function stepsOf({ pages }: Walk): Step[] {
  return pages.slice(1).map((to, at) => {
    const from = pages[at]!;
    // A page may hold more than was asked for; who goes on by the limit then has not been told otherwise.
    const isByLimit = from.items > from.limit && to.offset === from.offset + from.limit;
    return { from, to, expected: from.offset + (isByLimit ? from.limit : from.items) };
  });
}

function fits({ to, expected }: Step): boolean {
  return to.offset === expected;
}

function skipping({ all }: Walk, steps: readonly Step[]): Offence[] {
  const gaps = steps.filter((step) => step.to.offset > step.expected && !isFilled(step, all));
  const fitting = steps.filter(fits).length;
  const isHabit =
    gaps.length >= HABIT &&
    gaps.length === steps.length &&
    new Set(gaps.map(({ from, to }) => to.offset - from.offset)).size === 1;
  const last = steps.at(-1)?.to;
  const isThorough =
    fitting >= THOROUGH && fitting >= 2 * gaps.length && last !== undefined && last.offset + last.items >= last.total;
  if (!isHabit && !isThorough) return [];
  return gaps.map((step) => ({
    exchanges: exchangesOf([step]),
    what: `Left out the items from ${step.expected} to ${step.to.offset - 1}.`,
  }));
}

/** Whether pages of the list cover the items between the two pages of a step. */
function isFilled({ expected, to }: Step, all: readonly Page[]): boolean {
  let reach = expected;
  for (const { offset, items } of all.toSorted((a, b) => a.offset - b.offset)) {
    if (offset <= reach) reach = Math.max(reach, offset + items);
  }
  return reach >= to.offset;
}

function repeating(steps: readonly Step[]): Offence[] {
  const overlaps = steps.filter(({ from, to, expected }) => expected - to.offset > from.items / 2);
  if (overlaps.length < HABIT) return [];
  const [{ to, expected }] = overlaps as [Step];
  return [
    {
      exchanges: exchangesOf(overlaps),
      what: `Read most items of a page again, ${overlaps.length} times; first those from ${to.offset} to ${expected - 1}.`,
    },
  ];
}

function goingOn(steps: readonly Step[]): Offence[] {
  if (steps.length < HABIT) return [];
  return [
    {
      exchanges: exchangesOf(steps),
      what: `Asked for ${steps.length} pages after the end of the list, which has ${steps[0]!.from.total} items.`,
    },
  ];
}

function exchangesOf(steps: readonly Step[]): Offence['exchanges'] {
  return [steps[0]!.from.exchange, ...steps.map(({ to }) => to.exchange)];
}

const LISTS: ReadonlySet<string> = new Set<OperationId>(['getUsers', 'getHumanScores', 'getCredentials']);
const DEFAULT_LIMIT = 10;
/** Whoever asks for the next page later has not been walking. */
const LONGEST_STEP = 60_000;

/** A page that a client was given. */
export interface Page {
  readonly exchange: Exchange;
  readonly offset: number;
  readonly limit: number;
  /** How many items were on it. */
  readonly items: number;
  /** How many there are altogether; Infinity where the answer does not say. */
  readonly total: number;
}

/** Pages of one list, asked for one after the other with growing offsets. */
export interface Walk {
  readonly pages: readonly Page[];
  /** All pages of the same list that the client was given, in this walk or not. */
  readonly all: readonly Page[];
}

/** The walks through each list: a list is one operation with the same filters and page size. */
export function walksIn(exchanges: readonly Exchange[]): Walk[] {
  const pages = exchanges
    .filter(({ operation, method }) => operation !== undefined && LISTS.has(operation) && method === 'GET')
    .filter(succeeded);
  return groupBy(pages, listOf).flatMap((given) => {
    const all = given.map(pageOf);
    return split(all).map((walk) => ({ pages: walk, all }));
  });
}

function listOf({ clientId, path, query }: Exchange): string | undefined {
  if (clientId === undefined) return undefined;
  const filters = [...new URLSearchParams(query)].filter(([name]) => name !== 'offset');
  return JSON.stringify([clientId, path, filters.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))]);
}

function pageOf(exchange: Exchange): Page {
  const query = new URLSearchParams(exchange.query);
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  const { items, pagination } = membersOf(jsonOf(exchange.response.body));
  const { total } = membersOf(pagination);
  return {
    exchange,
    offset: Number(query.get('offset') ?? 0),
    limit,
    items: Array.isArray(items) ? items.length : limit,
    total: typeof total === 'number' ? total : Infinity,
  };
}

function split(pages: readonly Page[]): Page[][] {
  const walks: Page[][] = [];
  for (const page of pages) {
    const last = walks.at(-1)?.at(-1);
    if (last !== undefined && page.offset > last.offset && timeBetween(last.exchange, page.exchange) < LONGEST_STEP)
      walks.at(-1)!.push(page);
    else walks.push([page]);
  }
  return walks;
}
