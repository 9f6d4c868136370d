/** Several scenarios active for the same call: the order in which they apply, and those that cannot be active together. */

import { expect, test } from 'vitest';
import { startInstitution } from '../../institution.js';
import { responseTo, goodCalls, statusesOf, type GoodCalls } from './good-calls.js';
import { folderOf, scenarioFile } from './scenario-folder.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution({ now: '2026-01-31T09:00:00Z' }));
const good = await goodCalls(institution);

const statuses = (selection: string, calls: number): Promise<number[]> =>
  statusesOf(institution, good.getUsers, selection, calls);

test.each([
  ['rate-limit-burst;burst=2, server-error', [429, 429, 500, 200]],
  ['server-error;activation=first, rate-limit-burst;burst=2;activation=second', [500, 429, 429, 200]],
  ['rate-limit-burst;burst=1;activation=a, rate-limit-burst;burst=1;activation=b', [429, 429, 200]],
  ['rate-limit-burst;after=1;burst=1;activation=c, server-error;activation=c', [500, 429, 200]],
])(
  '%s: the first scenario that takes the place of the operation decides, and the others do not count the call',
  async (selection, expected) => {
    expect(await statuses(selection, expected.length)).toEqual(expected);
  },
);

test('calls that a throttle accepts meet the scenarios after it', async () => {
  expect(await statuses('rate-limit-steady;requests=2;activation=pass, server-error;activation=pass', 4)).toEqual([
    500, 200, 429, 429,
  ]);
});

test('calls that a throttle refuses are not counted by the scenarios after it', async () => {
  const selection = 'rate-limit-steady;requests=1;activation=refuse, server-error;activation=refuse;after=1';
  expect(await statuses(selection, 3)).toEqual([200, 429, 429]);
});

test.each([
  ['before', 'latency;from="150ms";to="160ms", server-error;activation=before'],
  ['after', 'server-error;activation=after, latency;from="150ms";to="160ms"'],
])('a delay that is selected %s an error response delays it', async (_, selection) => {
  const start = performance.now();
  const { status, headers } = await responseTo(institution, good.getUsers, selection);
  expect(performance.now() - start).toBeGreaterThan(140);
  expect(status).toBe(500);
  expect(headers.get('emulator-scenario-applied')!.split(', ').toSorted()).toEqual(['latency', 'server-error']);
});

test('delays add up', async () => {
  const start = performance.now();
  await responseTo(institution, good.getUsers, 'latency;from="80ms";to="81ms", slow-body;delay="80ms"');
  expect(performance.now() - start).toBeGreaterThan(150);
});

test('alterations of different scenarios all apply', async () => {
  const { json } = await responseTo(institution, good.getUsers, 'numbers-as-strings, empty-lists');
  expect(json).toEqual({ items: [], pagination: { offset: '0', limit: '10', total: '0' }, totalCount: '0' });
});

const conflicts: readonly [kind: string, selection: string, operation: keyof GoodCalls][] = [
  ['connection', 'connection-reset, body-cut', 'getUsers'],
  ['body', 'html-page, empty-body', 'getUsers'],
  ['drip', 'drip, my-drip', 'getUsers'],
  ['page', 'huge-page, my-page', 'getUsers'],
  ['lifetime', 'short-lived-token, my-lifetime', 'issueToken'],
];

const own = {
  'my-drip.yaml': scenarioFile('my-drip', 'fault: { drip: { bytes: 1, every: 1ms } }'),
  'my-page.yaml': scenarioFile('my-page', 'fault: { page: { limit: 3 } }'),
  'my-lifetime.yaml': scenarioFile('my-lifetime', 'fault: { lifetime: { seconds: 3 } }', '[issueToken]'),
};

test.each(conflicts)(
  'two scenarios with the fault %s for the same operations are refused',
  async (kind, selection, operation) => {
    await using folder = await folderOf(own);
    const extended = await startInstitution({ scenarios: folder.path });
    const answer = await responseTo(extended, (await goodCalls(extended))[operation], selection);
    await extended.close();
    const [one, other] = selection.split(', ');
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect((answer.json as { mistakes: string[] }).mistakes).toEqual([
      `Scenarios "${one!}" and "${other!}" cannot be active together: both have the fault "${kind}" for the same operations.`,
    ]);
  },
);

test.each(conflicts)(
  'an emulator does not start with two scenarios that have the fault %s',
  async (kind, selection) => {
    await using folder = await folderOf(own);
    await expect(startInstitution({ scenarios: folder.path, scenario: selection })).rejects.toThrow(
      `both have the fault "${kind}" for the same operations.`,
    );
  },
);

test('scenarios with the same fault for different operations do not conflict', async () => {
  await using folder = await folderOf({
    'users-only.yaml': scenarioFile('users-only', 'fault: { page: { limit: 3 } }', '[getUsers]'),
    'scores-only.yaml': scenarioFile('scores-only', 'fault: { page: { limit: 4 } }', '[getHumanScores]'),
  });
  const extended = await startInstitution({ scenarios: folder.path });
  const { getUsers, getHumanScores } = await goodCalls(extended);
  const pages = [
    await responseTo(extended, getUsers, 'users-only, scores-only'),
    await responseTo(extended, getHumanScores, 'users-only, scores-only'),
  ];
  await extended.close();
  expect(pages.map(({ json }) => (json as { items: unknown[] }).items.length)).toEqual([3, 4]);
});

test('the same scenario twice is refused, unless activation names differ', async () => {
  const refused = await responseTo(institution, good.getUsers, 'server-error, server-error');
  expect(refused.status).toBe(400);
  expect((refused.json as { detail: string }).detail).toContain(
    '"server-error" is selected twice; add ";activation=<name>" to one of them, or leave one out.',
  );
  expect(await statuses('server-error;activation=one, server-error;activation=other', 3)).toEqual([500, 500, 200]);
});

test('an emulator does not start with the same scenario twice', async () => {
  await expect(startInstitution({ scenario: 'server-error, server-error' })).rejects.toThrow('is selected twice');
});

test('conflicting selections of different selectors are refused', async () => {
  const selecting = await startInstitution({ scenario: 'body-cut;after=99' });
  const calls = await goodCalls(selecting);
  const answer = await responseTo(selecting, calls.getUsers, 'connection-reset');
  await selecting.close();
  expect(answer.status).toBe(400);
  expect((answer.json as { detail: string }).detail).toContain(
    '"body-cut" and "connection-reset" cannot be active together',
  );
});

test.each([
  [
    'a name that does not exist',
    'rate-limit-burst;burst=1;activation=x1, nonsense',
    'rate-limit-burst;burst=1;activation=x1',
  ],
  [
    'a conflict',
    'rate-limit-burst;burst=1;activation=x2, html-page, empty-body',
    'rate-limit-burst;burst=1;activation=x2',
  ],
])('%s leaves the counters unchanged', async (_, refused, selection) => {
  for (let time = 0; time < 3; time++) expect((await responseTo(institution, good.getUsers, refused)).status).toBe(400);
  expect(await statuses(selection, 2)).toEqual([429, 200]);
});

test('a refused selection does not advance the counters of the sandbox', async () => {
  const selecting = await startInstitution({ scenario: 'rate-limit-burst;burst=1' });
  const call = { ...good.getUsers, headers: { Authorization: `Bearer ${selecting.token}` } };
  for (const refused of ['nonsense', 'html-page, empty-body'])
    expect((await responseTo(selecting, call, refused)).status).toBe(400);
  const seen = await statusesOf(selecting, call, undefined, 2);
  await selecting.close();
  expect(seen).toEqual([429, 200]);
});
