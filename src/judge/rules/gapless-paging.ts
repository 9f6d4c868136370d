import type { Page, Walk } from '../page-walks.js';
import { walksIn } from '../page-walks.js';
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
