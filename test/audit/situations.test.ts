/** Situations: what a client had to cope with, and what it did next. */

import { expect, test } from 'vitest';
import { faultClasses } from '../../src/audit/expectations/fault-classes.js';
import { situationOf } from '../../src/audit/expectations/situation.js';
import { situationsIn } from '../../src/audit/expectations/situations.js';
import { startEmulator } from '../../src/index.js';
import { journal, type Sketch } from '../emulator/judge/sketch.js';
import { tokenOf } from '../institution.js';

/** A page of the users list. */
function page(items: number, offset: number, total?: number): Partial<Sketch> {
  const listed = Array.from({ length: items }, (_, at) => ({ id: offset + at }));
  return { responseBody: { items: listed, pagination: { total, offset, limit: 2 } } };
}

test.each<[string | undefined, Partial<Sketch>, Partial<Sketch>?]>([
  ['429 without Retry-After', { status: 429 }],
  ['429 with a long Retry-After', { status: 429, responseHeaders: [['Retry-After', '600']] }],
  ['error again and again', { status: 500 }, { status: 502 }],
  ['refused access token, again', { status: 401, token: 'a' }, { status: 401, token: 'b' }],
  ['refused access token', { status: 401, token: 'a' }, { status: 401, token: 'a' }],
  ['refused access token', { status: 401 }, { status: 401 }],
  ['call without an access token', { status: 401, client: null }],
  ['refused request', { status: 401, operation: 'issueToken' }],
  ['unknown link', { status: 404, operation: 'checkVerificationStatus' }],
  ['unknown operation', { operation: null, status: 404 }],
  ['no response', { ending: 'reset' }],
  ['no response in time', { ending: 'never' }],
  ['short-lived access token', { operation: 'issueToken', responseBody: { expires_in: 5 } }],
  ['failed items', { responseBody: { results: [{ error: {} }] } }],
  ['list that grew', page(2, 0, 4), page(2, 2, 5)],
  ['list that shrank', page(2, 0, 4), page(1, 2, 3)],
  ['empty page', page(0, 0, 0)],
  ['short page', page(1, 0, 4)],
  ['last page', page(1, 2, 3)],
  ['slow response', { ...page(2, 0, 2), duration: 1_500 }],
  ['first page of several', page(2, 0, 4)],
  [undefined, page(2, 0, 2)],
  [undefined, page(2, 0), page(2, 2)],
])('%s is a situation of its response', (situation, first, next = {}) => {
  const [exchange, following] = journal({ received: 0, ...first }, { received: 9_000, ...next });

  expect(situationOf(exchange!, following)).toBe(situation);
});

/** The classes whose scenario makes their situation at one call of a list. */
const AT_ONE_CALL = faultClasses().flatMap(({ id, selection, situations: [situation] = [] }) => {
  const scenario = typeof selection === 'object' ? selection.others : selection;
  const needsMore = /^(lasting|refused|removed|unknown-link|batch|silent|connection|slow|short-lived)/.test(id);
  return typeof scenario === 'function' || situation === undefined || needsMore
    ? []
    : [[id, situation, scenario] as const];
});

test.each(AT_ONE_CALL)('the class %s makes the situation "%s"', async (_, situation, scenario) => {
  await using emulator = await startEmulator();
  using sandbox = emulator.sandbox({ population: 5 });
  const headers = { Authorization: `Bearer ${await tokenOf(sandbox)}`, 'Emulator-Scenario': scenario };

  await fetch(`${emulator.apiUrl}/institutions/me/users?limit=3`, { headers }).then(
    async (response) => await response.text().catch(() => ''),
    () => '',
  );

  expect(situationsIn(sandbox.requests()).map((met) => met.situation)).toContain(situation);
});

test('situations are counted by operation, with what the client did next', () => {
  const told: Partial<Sketch> = { status: 429, responseHeaders: [['Retry-After', '1']] };
  const exchanges = journal(
    { received: 0, query: 'a', ...told },
    { received: 1_205, query: 'a', ...page(2, 0, 2) },
    { received: 2_000, query: 'b', ...told },
    { received: 3_000, query: 'c', ...page(2, 0, 2) },
    { received: 90_000, query: 'd', ...told },
  );

  expect(situationsIn(exchanges)).toEqual([
    {
      situation: '429 with seconds',
      operation: 'getUsers',
      count: 3,
      classes: ['throttled'],
      next: ['1 sent again after 1.2 s', '1 sent something else', '1 not asked again before the recording ended'],
      exchanges: [1, 3, 5],
    },
  ]);
});

test('a client that sends nothing for a minute has not asked again, if the recording is longer', () => {
  const exchanges = journal({ received: 0, status: 500 }, { received: 70_000, client: 'other', status: 204 });

  expect(situationsIn(exchanges).map(({ next }) => next)).toEqual([['1 not asked again within 60 s']]);
});

test('calls that were refused at once, and repaired, are not refused again', () => {
  const calls = [0, 1, 2].map((at): Sketch => ({ received: at, duration: 90, token: 'old', status: 401 }));
  const repaired = [0, 1, 2].map((at): Sketch => ({ received: 300 + at, token: 'new' }));
  const failed = [0, 1].map((at): Sketch => ({ received: 900 + at, duration: 90, status: 500 }));

  const met = situationsIn(journal(...calls, ...repaired, ...failed));

  expect(met.map(({ situation, count }) => [situation, count])).toEqual([
    ['refused access token', 3],
    ['empty body', 3],
    ['error 500', 2],
  ]);
});

test('without times, there is neither a slow response nor a pause', () => {
  const exchanges = journal(
    { received: 0, duration: 1_080, query: 'a', status: 429 },
    { received: 1_000, duration: 1_080, query: 'a', ...page(2, 0, 2) },
  );

  expect(situationsIn(exchanges, () => true).map(({ situation, next }) => [situation, next])).toEqual([
    ['429 without Retry-After', ['1 sent again']],
  ]);
});
