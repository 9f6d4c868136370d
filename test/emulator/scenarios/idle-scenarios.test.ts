/** A response names the scenarios that changed it; the journal says why the others changed nothing. */

import { expect, test } from 'vitest';
import { describeFailure } from '../../../src/testing/describe-failure.js';
import { cast } from '../../cast.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 0, now: '2026-01-31T09:00:00Z' }));

const BATCH = '/verification/generate-links-batch';
const LINK = '/verification/generate-link';
const USERS = '/institutions/me/users';
const contractId = cast('Ben').credentials[0]!.contractId;
const item = { contractId };

interface Outcome {
  readonly status: number;
  readonly applied: string | null;
  /** Scenarios and reasons. */
  readonly idle: readonly (readonly [string, string])[];
  readonly scenarios: readonly string[];
}

/** @param call the request: path, and a body for POST */
async function outcomeOf(
  selection: string,
  [path, body]: readonly [string, object?],
  headers: Record<string, string> = {},
): Promise<Outcome> {
  const { emulator, token } = institution;
  const response = await fetch(`${emulator.apiUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Emulator-Scenario': selection,
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.text();
  const { idleScenarios = [], scenarios } = emulator.defaultSandbox.requests().at(-1)!;
  return {
    status: response.status,
    applied: response.headers.get('Emulator-Scenario-Applied'),
    idle: idleScenarios.map(({ scenario, reason }) => [scenario, reason]),
    scenarios: scenarios.map(({ scenario }) => scenario),
  };
}

const REFUSED = 'the request was refused before';

test.each<[string, string, readonly [string, object?], number, string]>([
  ['a body that is refused', 'batch-partial-failure', [BATCH, {}], 400, REFUSED],
  [
    'an empty batch',
    'batch-partial-failure',
    [BATCH, { requests: [] }],
    200,
    'the response has no item or member that it changes',
  ],
  [
    'a batch of one',
    'batch-partial-failure;indexes="1"',
    [BATCH, { requests: [item] }],
    200,
    'the response has no item 1',
  ],
  [
    'a batch of others',
    'batch-partial-failure;contracts="x"',
    [BATCH, { requests: [item] }],
    200,
    'the response has no item x',
  ],
  ['a call before its turn', 'rate-limit-burst;after=2;activation=a', [USERS], 200, 'it does not affect call 1'],
  ['a request within the limit', 'rate-limit-steady;requests=5', [USERS], 200, 'its limit was not reached'],
  ['a refused page', 'huge-page', [`${USERS}?limit=x`], 400, REFUSED],
  ['a refused write', 'delivered-twice', [LINK, {}], 400, REFUSED],
  ['a refused list', 'extra-members', [`${USERS}?limit=x`], 400, REFUSED],
  [
    'a list without rows',
    'repeated-items',
    [`${USERS}?search=nobody`],
    200,
    'the response has no item or member that it changes',
  ],
  ['another operation', 'removed-items', [USERS], 200, 'it does not affect getUsers'],
  [
    'a page of the same size',
    'short-page;limit=1',
    [`${USERS}?limit=1`],
    200,
    'the response has no item or member that it changes',
  ],
  ['a success', 'other-error-shape', [USERS], 200, 'the response has no item or member that it changes'],
  ['a call that chance spares', 'flaky;share=0.0', [USERS], 200, 'chance did not choose call 1'],
  ['a body that ends before', 'body-cut;bytes=100000', [USERS], 200, 'the response has no more than 100000 bytes'],
])('for %s, %s is not applied, and the journal says why', async (_, selection, call, status, reason) => {
  const [scenario = ''] = selection.split(';');
  const expected = { status, applied: null, idle: [[scenario, reason]], scenarios: [] };
  expect(await outcomeOf(selection, call)).toEqual(expected);
});

test.each<[string, string, readonly [string, object?], number]>([
  ['a batch', 'batch-partial-failure', [BATCH, { requests: [item] }], 200],
  ['a late refusal', 'latency;from="1ms";to="2ms"', [BATCH, {}], 400],
  ['a call', 'server-error', [USERS], 500],
  ['a page', 'short-page', [`${USERS}?limit=5`], 200],
  ['a refusal in pieces', 'drip;bytes=1000;every="1ms"', [BATCH, {}], 400],
  ['a cut list', 'body-cut;bytes=5', [USERS], 200],
  ['rate limit fields', 'rate-limit-steady;requests=50;fields', [USERS], 200],
])('for %s, %s is applied', async (_, selection, call, status) => {
  const outcome = await outcomeOf(selection, call).catch(() => undefined);
  const { scenarios, idleScenarios, ...exchange } = institution.emulator.defaultSandbox.requests().at(-1)!;
  const [scenario] = selection.split(';');
  expect([exchange.status, scenarios.map((one) => one.scenario), idleScenarios]).toEqual([
    status,
    [scenario],
    undefined,
  ]);
  if (outcome !== undefined) expect(outcome.applied).toBe(scenario);
});

test('what refuses a call is applied, and what would have changed its response is not', async () => {
  expect(await outcomeOf('server-error;activation=b, batch-partial-failure', [BATCH, { requests: [item] }])).toEqual({
    status: 500,
    applied: 'server-error',
    idle: [['batch-partial-failure', REFUSED]],
    scenarios: ['server-error'],
  });
});

test('of two scenarios that replace the response, the second one is not applied', async () => {
  const { applied, idle } = await outcomeOf('server-error;activation=c, rate-limit-burst;activation=c', [USERS]);
  expect([applied, idle]).toEqual(['server-error', [['rate-limit-burst', 'another scenario decides the response']]]);
});

test('a scenario of the sandbox is not applied to a request that is refused for its token', async () => {
  const { emulator } = institution;
  const sandbox = emulator.sandbox();
  sandbox.use('server-error');
  sandbox.use('batch-partial-failure');
  await fetch(`${emulator.apiUrl}${USERS}`, { headers: { 'Emulator-Sandbox': sandbox.id } });
  const [exchange] = sandbox.requests();
  expect(exchange).toMatchObject({
    status: 401,
    scenarios: [],
    idleScenarios: [{ scenario: 'server-error', selector: 'sandbox', reason: REFUSED }],
  });
  expect(describeFailure(sandbox)).toContain('    server-error changed nothing: the request was refused before');
});

test('a response without a body has nothing to drip, and no scenario is blamed', async () => {
  const { emulator, token } = institution;
  const response = await fetch(`${emulator.apiUrl}${USERS}`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${token}`, 'Emulator-Scenario': 'drip' },
  });
  expect(response.headers.get('Emulator-Scenario-Applied')).toBeNull();
  expect(emulator.defaultSandbox.requests().at(-1)!.idleScenarios).toEqual([
    { scenario: 'drip', selector: 'header', reason: 'the response has no body' },
  ]);
});

test('an item that a batch lacks is in the diagnostics if another item fails', async () => {
  await outcomeOf('batch-partial-failure;indexes="0,7"', [BATCH, { requests: [item] }]);
  expect(institution.emulator.defaultSandbox.requests().at(-1)!.diagnostics).toEqual([
    'the scenario "batch-partial-failure" names what the response does not have: item 7',
  ]);
});
