import { expect, test } from 'vitest';
import { offencesOfExperiment } from '../../../src/emulator/judge/judge.js';
import { journal, verdictOf, withoutKeepAlive, type Sketch } from './sketch.js';

const RULE = 'wait-as-told';
const refused: Sketch = { received: 0, status: 429, responseHeaders: [['Retry-After', '2']] };

test('a client that comes back too early breaks the rule', () => {
  const verdict = verdictOf(RULE, refused, { received: 905 });
  expect(verdict).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2],
    explanation: 'Came back after 900 ms although the response asked to wait 2 s.',
  });
  expect(verdict.remedy).toMatch(/^Read Retry-After/);
});

test('a client that repeats the request at once breaks the rule', () => {
  expect(verdictOf(RULE, refused, { received: 6 }).verdict).toBe('fail');
});

test('a client that comes back again and again breaks the rule once', () => {
  const { offences } = verdictOf(RULE, refused, { ...refused, received: 105 }, { ...refused, received: 205 });
  const what = 'Came back after 100 ms although the response asked to wait 2 s. And 1 more.';
  expect(offences).toMatchObject([{ exchanges: [1, 2, 3], what }]);
});

test('a client that waits in between and comes back too early again breaks the rule twice', () => {
  const { offences } = verdictOf(
    RULE,
    refused,
    { received: 105 },
    { ...refused, received: 3_000 },
    { received: 3_105 },
  );
  expect(offences.map(({ exchanges }) => exchanges)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('a client that waits follows the rule', () => {
  expect(verdictOf(RULE, refused, { received: 2_005 })).toMatchObject({ verdict: 'pass', exchanges: [2] });
});

test('a difference of fifty milliseconds is allowed', () => {
  expect(verdictOf(RULE, refused, { received: 1_960 }).verdict).toBe('pass');
});

test('503 with Retry-After counts too', () => {
  expect(verdictOf(RULE, { ...refused, status: 503 }, { received: 905 }).verdict).toBe('fail');
});

test("Retry-After may be a date by the sandbox's clock", () => {
  const dated: Sketch = {
    received: 0,
    status: 429,
    responseHeaders: [['retry-after', 'Fri, 09 Jan 2026 08:00:03 GMT']],
  };
  expect(verdictOf(RULE, dated, { received: 2_000 }).verdict).toBe('fail');
  expect(verdictOf(RULE, dated, { received: 3_000 }).verdict).toBe('pass');
});

test('a client that moves the clock forward has waited', () => {
  expect(verdictOf(RULE, refused, { received: 30, clock: 2_000 }).verdict).toBe('pass');
});

test('a client that waits in real time while the clock is frozen has waited', () => {
  expect(verdictOf(RULE, refused, { received: 2_100, clock: 0 }).verdict).toBe('pass');
});

test('a late response does not shorten the wait', () => {
  expect(verdictOf(RULE, { ...refused, duration: 3_000 }, { received: 3_100 }).verdict).toBe('fail');
});

test('requests that were already sent do not count', () => {
  expect(verdictOf(RULE, refused, { received: 3 }).verdict).toBe('not-seen');
});

test('requests of a burst that arrive after the first response do not count', () => {
  const burst = [0, 1, 3, 7, 60].map((received, nth): Sketch => ({
    ...refused,
    received,
    query: `offset=${received}`,
    on: [nth, 0, 1],
  }));
  expect(verdictOf(RULE, ...burst).verdict).toBe('not-seen');
});

test('another request shortly after may have been sent before the response', () => {
  expect(verdictOf(RULE, refused, { received: 20, query: 'offset=10', on: null }).verdict).toBe('not-seen');
});

test.each([['in a moment'], ['1.5'], ['-1'], ['9'.repeat(20)], ['2', '4']])(
  'Retry-After that is %s counts as absent',
  (...values) => {
    const responseHeaders = values.map((value) => ['Retry-After', value] as const);
    expect(verdictOf(RULE, { ...refused, responseHeaders }, { received: 100 }).verdict).toBe('not-seen');
  },
);

test('another operation may be called', () => {
  expect(verdictOf(RULE, refused, { received: 100, operation: 'getCredentials' }).verdict).toBe('not-seen');
});

test('another client may call the operation', () => {
  expect(verdictOf(RULE, refused, { received: 100, client: 'other' }).verdict).toBe('not-seen');
});

test('a client may follow a later response that asks to wait less', () => {
  const later: Sketch = { ...refused, received: 1_000, responseHeaders: [['Retry-After', '0']] };
  expect(verdictOf(RULE, refused, { ...later, on: [9, 0, 1] }, { received: 1_100 }).verdict).not.toBe('fail');
});

test('callers of the public check cannot be distinguished and do not count', () => {
  const check = { operation: 'checkVerificationStatus', client: null } as const;
  expect(verdictOf(RULE, { ...refused, ...check }, { ...check, received: 100 }).verdict).toBe('not-seen');
});

test('an incomplete response does not count', () => {
  expect(verdictOf(RULE, { ...refused, ending: 'cut' }, { received: 100 }).verdict).toBe('not-seen');
});

test.each([
  ['once', 1, [RULE]],
  ['twice', 2, []],
])('beside requests in parallel, one that is usually sent %s comes back too early', (_, times, rules) => {
  const one: Sketch = { received: 0, query: 'limit=1' };
  const other: Sketch = { received: 0, query: 'limit=2', duration: 300 };
  const refused: Sketch = { ...one, status: 429, responseHeaders: [['Retry-After', '1']] };
  const usual = journal(other, ...Array.from({ length: times }, () => one));
  const exchanges = journal(...withoutKeepAlive([other, refused, { ...one, received: 12 }]));
  expect(offencesOfExperiment(exchanges, usual).map(({ rule }) => rule.id)).toEqual(rules);
});
