/** Activations of scenarios: added, counted, ended by request, count or duration. */

import { expect, test } from 'vitest';
import { problem, startControlledEmulator, problemIn, type TestSandbox } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const NOW = '2026-01-31T09:00:00.000Z';

interface Active {
  readonly active: readonly { readonly id: string; readonly scenario: string; readonly calls: number }[];
}

const controlled = await untilEnd(startControlledEmulator({ population: 0, now: NOW }));

const activate = ({ done }: TestSandbox, body: object) =>
  done<Active & { activated: Active['active'] }>('post', '/scenarios', body);
const names = async ({ done }: TestSandbox) =>
  (await done<Active>('get', '/scenarios')).active.map(({ scenario }) => scenario);

async function statuses({ get }: TestSandbox, calls: number): Promise<number[]> {
  const seen = [];
  for (let call = 0; call < calls; call++) seen.push((await get('/institutions/me/users?limit=1')).status);
  return seen;
}

test('a scenario is activated by name, with typed parameters', async () => {
  const sandbox = await controlled.open();
  expect(await activate(sandbox, { scenario: 'rate-limit-burst', parameters: { after: 1, burst: 2 } })).toEqual({
    activated: [
      {
        id: '1',
        scenario: 'rate-limit-burst',
        parameters: { after: 1, burst: 2, 'retry-after': 1 },
        calls: 0,
        fired: 0,
      },
    ],
    active: expect.any(Array) as object[],
  });
  expect(await statuses(sandbox, 4)).toEqual([200, 429, 429, 200]);
});

test('durations are given as text and shown in milliseconds', async () => {
  const sandbox = await controlled.open();
  expect(
    await activate(sandbox, { scenario: 'rate-limit-steady', parameters: { requests: 1, per: 'PT1M', fields: true } }),
  ).toMatchObject({ activated: [{ parameters: { per: 60_000, fields: true } }] });
  expect((await sandbox.get('/institutions/me/users')).headers['ratelimit-policy']).toBe('"default";q=1;w=60');
});

test('a new activation is added after the active ones', async () => {
  const sandbox = await controlled.open({ scenario: 'extra-members' });
  const response = await activate(sandbox, { select: 'latency;from="0ms";to="1ms", rate-limit-burst;burst=1' });
  expect(response.activated.map(({ scenario }) => scenario)).toEqual(['latency', 'rate-limit-burst']);
  expect(response.active.map(({ scenario }) => scenario)).toEqual(['extra-members', 'latency', 'rate-limit-burst']);
});

test('active scenarios are listed with their numbers of calls', async () => {
  const sandbox = await controlled.open();
  await activate(sandbox, { scenario: 'rate-limit-burst', parameters: { burst: 1 } });
  await statuses(sandbox, 3);
  expect(await sandbox.done('get', '/scenarios')).toMatchObject({ active: [{ calls: 3 }] });
});

test('a scenario is shown as spent with the last call that meets it, and stays active', async () => {
  const sandbox = await controlled.open();
  await activate(sandbox, { scenario: 'rate-limit-burst', parameters: { burst: 2 } });
  const seen = [];
  for (let call = 0; call < 2; call++) {
    await statuses(sandbox, 1);
    seen.push((await sandbox.done<{ active: readonly { spent?: true }[] }>('get', '/scenarios')).active);
  }
  expect(seen.map((active) => active.map(({ spent }) => spent))).toEqual([[undefined], [true]]);
});

test('an activation ends after its count of calls', async () => {
  const sandbox = await controlled.open();
  expect(await activate(sandbox, { scenario: 'flaky', parameters: { share: 1 }, count: 2 })).toMatchObject({
    activated: [{ count: 2, calls: 0, fired: 0 }],
  });
  expect(await statuses(sandbox, 3)).toEqual([500, 500, 200]);
  expect(await names(sandbox)).toEqual([]);
});

test.each(['PT30S', '30s'])('an activation ends after %s by the sandbox clock', async (length) => {
  const sandbox = await controlled.open();
  expect(await activate(sandbox, { select: 'flaky;share=1', for: length })).toMatchObject({
    activated: [{ until: '2026-01-31T09:00:30.000Z' }],
  });
  const seen = [];
  for (const by of ['29999ms', '1ms']) {
    await sandbox.done('post', '/clock/advance', { by });
    seen.push(...(await statuses(sandbox, 1)));
  }
  expect(seen).toEqual([500, 200]);
  expect(await names(sandbox)).toEqual([]);
});

test('deactivating one scenario keeps the others', async () => {
  const sandbox = await controlled.open();
  const { activated } = await activate(sandbox, { select: 'flaky;share=1, latency;from="0ms";to="1ms"' });
  const flaky = activated.find(({ scenario }) => scenario === 'flaky')!;
  expect((await sandbox.control('delete', `/scenarios/${flaky.id}`)).status).toBe(204);
  expect(await names(sandbox)).toEqual(['latency']);
  expect(await statuses(sandbox, 1)).toEqual([200]);
  expect(problemIn(await sandbox.control('delete', `/scenarios/${flaky.id}`))).toMatchObject(problem(404));
});

test('an activation that has ended returns 404', async () => {
  const sandbox = await controlled.open();
  const { activated } = await activate(sandbox, { scenario: 'flaky', parameters: { share: 1 }, count: 1 });
  await statuses(sandbox, 1);
  expect(problemIn(await sandbox.control('delete', `/scenarios/${activated[0]!.id}`))).toMatchObject(problem(404));
});

test('all activations are deactivated at once, also if there are none', async () => {
  const sandbox = await controlled.open({ scenario: 'flaky;share=1' });
  await activate(sandbox, { scenario: 'extra-members' });
  expect((await sandbox.control('delete', '/scenarios')).status).toBe(204);
  expect((await sandbox.control('delete', '/scenarios')).status).toBe(204);
  expect(await names(sandbox)).toEqual([]);
});

test('a selection replaces all active scenarios, and an empty one deactivates them', async () => {
  const sandbox = await controlled.open({ scenario: 'flaky;share=1' });
  await sandbox.done('put', '/scenarios', { select: 'rate-limit-burst' });
  expect(await names(sandbox)).toEqual(['rate-limit-burst']);
  await sandbox.done('put', '/scenarios', { select: '' });
  expect(await names(sandbox)).toEqual([]);
});

test('a scenario that is activated again has a new ID and a new count', async () => {
  const sandbox = await controlled.open();
  const ids = [];
  for (let round = 0; round < 2; round++) {
    const { activated } = await activate(sandbox, { scenario: 'rate-limit-burst', parameters: { burst: 1 } });
    ids.push(activated[0]!.id);
    expect(await statuses(sandbox, 2)).toEqual([429, 200]);
    await sandbox.done('delete', '/scenarios');
  }
  expect(new Set(ids).size).toBe(2);
});

test('a scenario that excludes an active one is refused with 409', async () => {
  const sandbox = await controlled.open({ scenario: 'drip' });
  const response = await sandbox.control('post', '/scenarios', { scenario: 'drip', parameters: { bytes: 5 } });
  expect(problemIn(response)).toMatchObject(
    problem(409, { detail: expect.stringContaining('cannot be active together') as string }),
  );
  expect(await names(sandbox)).toEqual(['drip']);
});

test('an ended activation excludes nothing', async () => {
  const sandbox = await controlled.open();
  await activate(sandbox, { scenario: 'drip', for: '1s' });
  await sandbox.done('post', '/clock/advance', { by: '1s' });
  await activate(sandbox, { scenario: 'drip', parameters: { bytes: 5 } });
  expect(await names(sandbox)).toEqual(['drip']);
});

test.each([
  ['an unknown scenario', { scenario: 'flakey' }, '/scenario'],
  ['an unknown scenario in a selection', { select: 'flakey' }, '/select'],
  ['two in a selection that cannot be active together', { select: 'drip, drip;bytes=5' }, '/select'],
  ['an unknown parameter', { scenario: 'flaky', parameters: { chance: 1 } }, '/scenario'],
  ['a parameter out of range', { scenario: 'flaky', parameters: { share: 2 } }, '/scenario'],
  ['a parameter of another type', { scenario: 'flaky', parameters: { share: 'often' } }, '/scenario'],
  ['a parameter that is an object', { scenario: 'flaky', parameters: { share: {} } }, '/parameters/share'],
  ['parameters beside a selection', { select: 'flaky', parameters: { share: 1 } }, ''],
  ['a scenario and a selection', { select: 'flaky', scenario: 'flaky' }, ''],
  ['nothing', {}, ''],
  ['a count of 0', { scenario: 'flaky', count: 0 }, '/count'],
  ['half a call', { scenario: 'flaky', count: 0.5 }, '/count'],
  ['a duration of 0', { scenario: 'flaky', for: '0s' }, '/for'],
  ['a time before now', { scenario: 'flaky', for: '-5s' }, '/for'],
  ['an invalid time', { scenario: 'flaky', for: 'a while' }, '/for'],
  ['an unknown member', { scenario: 'flaky', times: 3 }, '/times'],
])('%s is refused, and nothing is activated', async (_, body, pointer) => {
  const sandbox = await controlled.open();
  expect(problemIn(await sandbox.control('post', '/scenarios', body))).toMatchObject(problem(422, { pointer }));
  expect(await names(sandbox)).toEqual([]);
});

test.each([
  ['an unknown scenario', { select: 'flakey' }, /did you mean "flaky"/],
  ['a parameter out of range', { select: 'flaky;share=2' }, /takes a number from 0 to 1, not 2/],
  ['two that cannot be active together', { select: 'drip, drip;bytes=5' }, /cannot be active together/],
  ['a body without a selection', {}, /expected a string/],
  ['a selection of another type', { select: ['flaky'] }, /expected a string, found \["flaky"\]/],
])('%s replaces nothing, and the active scenarios stay', async (_, body, detail) => {
  const sandbox = await controlled.open({ scenario: 'flaky;share=1' });
  expect(problemIn(await sandbox.control('put', '/scenarios', body))).toMatchObject(
    problem(422, { pointer: '/select', detail: expect.stringMatching(detail) as string }),
  );
  expect(await statuses(sandbox, 1)).toEqual([500]);
});

test('the catalogue lists every scenario with its parameters', async () => {
  const { scenarios } = (await controlled.control('get', '/scenarios')).body as { scenarios: { name: string }[] };
  expect(scenarios.length).toBeGreaterThan(50);
  expect(scenarios.find(({ name }) => name === 'flaky')).toMatchObject({
    parameters: { share: { type: 'number', minimum: 0, maximum: 1 } },
  });
});
