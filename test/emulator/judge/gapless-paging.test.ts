import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'gapless-paging';

interface Reading {
  readonly total?: number;
  readonly limit?: number;
  /** How many items a page holds that is full. Default: the limit. */
  readonly full?: number;
  /** The limit that the service applies. Default: the one in the request. */
  readonly applied?: number;
  readonly pause?: number;
}

/** Pages of a list at the given offsets, one after the other. */
function pages(
  offsets: readonly number[],
  { total = 45, limit = 10, applied = limit, full = applied, pause = 100 }: Reading = {},
): Sketch[] {
  return offsets.map((offset, at) => {
    const items = Array.from({ length: Math.max(0, Math.min(full, total - offset)) }, (_, index) => offset + index);
    return {
      received: at * pause,
      query: `limit=${limit}&offset=${offset}`,
      responseBody: { items, pagination: { offset, limit: applied, total } },
    };
  });
}

/** The sketches as a recording has them that names no connections. */
function withoutConnections(sketches: readonly Sketch[]): Sketch[] {
  return sketches.map((sketch) => ({ ...sketch, on: null }));
}

test('a client that reads each item once follows the rule', () => {
  expect(verdictOf(RULE, ...pages([0, 10, 20, 30, 40]))).toMatchObject({ verdict: 'pass', exchanges: [5] });
});

test('a client that always skips an item breaks the rule', () => {
  expect(verdictOf(RULE, ...pages([0, 11, 22, 33]))).toMatchObject({
    verdict: 'fail',
    explanation: 'Skipped the items from 10 to 10. And 2 more.',
    exchanges: [1, 2, 3, 4],
  });
});

test('a client that skips items after a short page breaks the rule', () => {
  expect(verdictOf(RULE, ...pages([0, 10, 20], { full: 7 })).explanation).toBe(
    'Skipped the items from 7 to 9. And 1 more.',
  );
});

test('a client that skips a page while it reads the whole list breaks the rule', () => {
  expect(verdictOf(RULE, ...pages([0, 10, 20, 30, 50], { total: 60 }))).toMatchObject({
    verdict: 'fail',
    explanation: 'Skipped the items from 40 to 49.',
  });
});

test('a client that goes by its limit although the service applied a smaller one breaks the rule', () => {
  expect(verdictOf(RULE, ...pages([0, 50, 100], { total: 70, limit: 50, applied: 20 }))).toMatchObject({
    verdict: 'fail',
    explanation: 'Skipped the items from 20 to 49.',
  });
});

test.each([
  ['equal gaps', pages([0, 20, 40])],
  ['the limit of its requests', pages([0, 50, 100], { total: 70, limit: 50, applied: 20 })],
])('a client that leaves %s is suspected if the recording has no connections', (_, walk) => {
  expect(verdictOf(RULE, ...withoutConnections(walk)).verdict).toBe('suspected');
});

test('pages that overlap in time may be read in parallel', () => {
  expect(verdictOf(RULE, ...withoutConnections(pages([0, 20, 40], { pause: 4 }))).verdict).toBe('not-seen');
});

test('a client that goes on after a gap, faster than a person, is suspected', () => {
  const offsets = [0, 10, 20, 30, 50, 60];
  expect(verdictOf(RULE, ...pages(offsets, { total: 200 }))).toMatchObject({
    verdict: 'suspected',
    explanation: 'Skipped the items from 40 to 49.',
  });
  expect(verdictOf(RULE, ...pages(offsets, { total: 200, pause: 2_000 })).verdict).toBe('not-seen');
});

test('pages of another size fill a gap', () => {
  const filling = pages([10, 30], { limit: 15 });
  expect(verdictOf(RULE, ...pages([0, 20, 40]), ...filling).verdict).toBe('not-seen');
  expect(verdictOf(RULE, ...pages([0, 20, 40])).verdict).toBe('fail');
});

test('a client that uses page numbers as offsets breaks the rule', () => {
  expect(verdictOf(RULE, ...pages([0, 1, 2, 3])).explanation).toBe(
    'Read most items of a page again, 3 times; first those from 1 to 9.',
  );
});

test('a client that continues after the end breaks the rule', () => {
  expect(verdictOf(RULE, ...pages([0, 10, 20, 30], { total: 15 })).explanation).toBe(
    'Requested 2 pages after the end of the list, which has 15 items.',
  );
});

test('a gap between pages that may have been requested at once does not count', () => {
  const parallel = pages([0, 20, 40]).map((sketch, at): Sketch => ({ ...sketch, on: [at, 0, 1] }));
  expect(verdictOf(RULE, ...parallel).verdict).toBe('not-seen');
});

test('a failed page is not a gap', () => {
  const walk = pages([0, 10, 20, 30, 40]);
  expect(verdictOf(RULE, ...walk.map((sketch, at) => (at === 3 ? { ...sketch, status: 500 } : sketch))).verdict).toBe(
    'pass',
  );
});

test('one request past the end is allowed', () => {
  expect(verdictOf(RULE, ...pages([0, 10, 20], { total: 20 })).verdict).toBe('pass');
});

test('a person may read the next page and then the last one', () => {
  for (const offsets of [
    [0, 40],
    [0, 10, 40],
    [0, 10, 20, 40],
    [0, 10, 30, 40],
  ])
    expect(verdictOf(RULE, ...pages(offsets))).toMatchObject({
      verdict: 'not-seen',
      explanation: 'The pages that were read leave gaps, as when a person looks through a list.',
    });
  expect(verdictOf(RULE, ...pages([20, 0, 30])).verdict).toBe('not-seen');
});

test('pages may be read in parallel and in any order if they cover the list', () => {
  expect(verdictOf(RULE, ...pages([0, 20, 40, 10, 30], { pause: 1 })).verdict).toBe('not-seen');
  expect(verdictOf(RULE, ...pages([30, 40, 0, 10, 20], { pause: 1 })).verdict).toBe('pass');
});

test('pages may overlap a little to guard against items that move', () => {
  expect(verdictOf(RULE, ...pages([0, 9, 18, 27, 36]))).toMatchObject({
    verdict: 'not-seen',
    explanation: 'The pages that were read overlap, by up to 1 item, which may guard against items that move.',
  });
});

test('a client that reads half of each page again is suspected, because it reads each item twice', () => {
  expect(verdictOf(RULE, ...pages([0, 5, 10, 15, 20]))).toMatchObject({
    verdict: 'suspected',
    explanation: 'Read half of a page again, 4 times; first those from 5 to 9.',
  });
});

test('a list may be read again from its start', () => {
  expect(verdictOf(RULE, ...pages([0, 10, 20, 30, 40]), ...pages([0, 10, 20, 30, 40])).verdict).toBe('pass');
});

test('a page may be read again', () => {
  expect(verdictOf(RULE, ...pages([0, 10, 10, 20, 30, 40])).verdict).toBe('pass');
});

test('a list with other filters is another list', () => {
  const filtered = pages([5, 15, 25]).map((sketch) => ({ ...sketch, query: `${sketch.query!}&status=ACTIVE` }));
  expect(verdictOf(RULE, ...pages([0, 10, 20]).flatMap((sketch, at) => [sketch, filtered[at]!])).verdict).toBe('pass');
});

test('a client may continue by its limit after a page with more items than requested', () => {
  expect(verdictOf(RULE, ...pages([0, 10, 20, 30, 40], { full: 500 })).verdict).toBe('pass');
});

test.each([
  ['does not follow the rule with a second request if the first response is the whole list', 25, 'not-seen'],
  ['follows the rule if the list is paged', 10, 'pass'],
])('a client that reads partyIds without a limit %s', (_, limit, verdict) => {
  const walk = [0, 10].map((offset): Sketch => ({
    received: offset,
    operation: 'getHumanScores',
    query: offset === 0 ? 'partyIds=a,b' : `partyIds=a,b&offset=${offset}`,
    responseBody: {
      items: Array.from({ length: Math.min(offset === 0 ? limit : 10, 25 - offset) }, (__, at) => offset + at),
      pagination: { offset, limit: offset === 0 ? limit : 10, total: 25 },
    },
  }));
  expect(verdictOf(RULE, ...walk).verdict).toBe(verdict);
});

test('failed pages do not count', () => {
  const walk = pages([0, 10, 20, 20, 30, 40]);
  expect(
    verdictOf(RULE, ...walk.map((sketch, at) => (at === 2 ? { ...sketch, status: 500, responseBody: {} } : sketch)))
      .verdict,
  ).toBe('pass');
});

test('the rule is not seen with a single page', () => {
  expect(verdictOf(RULE, ...pages([0], { total: 5 })).verdict).toBe('not-seen');
});
