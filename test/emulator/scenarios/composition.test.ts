/** Several scenarios active for the same call: the order in which they apply, and those that cannot be active together. */

import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { startInstitution } from '../../institution.js';
import { responseTo, goodCalls, type GoodCalls } from './good-calls.js';
import { folderOf, scenarioFile } from './scenario-folder.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution({ now: '2026-01-31T09:00:00Z' }));
const good = await goodCalls(institution);

testExchanges(new URL('composition.yaml', import.meta.url), sandboxesOf(institution.emulator));

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

test('an emulator does not start with the same scenario twice', async () => {
  await expect(startInstitution({ scenario: 'server-error, server-error' })).rejects.toThrow('is selected twice');
});
