/** What a scenario did to a later call can be selected for the first one, and is the same then. */

import request from 'supertest';
import { expect, test } from 'vitest';
import type { SandboxControl } from '../../../src/emulator/control/methods/sandbox-control.js';
import { firstCallSelection } from '../../../src/emulator/scenarios/first-call-selection.js';
import type { Scenario } from '../../../src/emulator/scenarios/scenario.js';
import { startEmulator } from '../../../src/index.js';
import { shippedScenarios } from '../../../src/start/shipped.js';
import { tokenOf } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator());

const scenario = (name: string): Scenario => shippedScenarios().get(name)!;

/** The exchange of the nth call of the users list. */
async function nthCall(
  sandbox: SandboxControl,
  token: string,
  n: number,
): Promise<ReturnType<SandboxControl['requests']>[number]> {
  for (let call = 1; call <= n; call++)
    await request(sandbox.apiUrl).get('/institutions/me/users?limit=2').auth(token, { type: 'bearer' });
  return sandbox.requests().at(-1)!;
}

test.each([
  ['rate-limit-burst;after=2', 3],
  ['rate-limit-burst;after=2;burst=5;retry-after=9', 6],
  ['flaky;share=0.99', 4],
  ['rate-limit-steady;requests=2;per="1m";retry-after=absent', 3],
  ['server-error;after=3', 4],
  ['token-expires-while-paging;after=2', 3],
  ['rough-start', 2],
])('%s does to the first call what it did to call %i', async (selected, n) => {
  using late = emulator.sandbox();
  using early = emulator.sandbox();
  const tokens = await Promise.all([tokenOf(late), tokenOf(early)]);
  late.scenarios.select(selected);
  const met = await nthCall(late, tokens[0], n);
  const [applied] = met.scenarios;
  early.scenarios.select(firstCallSelection(scenario(applied!.scenario), applied!)!);
  const again = await nthCall(early, tokens[1], 1);
  expect(again.scenarios[0]).toMatchObject({ scenario: applied!.scenario, fault: applied!.fault, call: 1 });
  expect([again.status, again.response.body]).toEqual([met.status, met.response.body]);
});

test.each<[string, Parameters<typeof firstCallSelection>[1], string | undefined]>([
  ['rate-limit-burst', { parameters: { after: 0, burst: 3, 'retry-after': 1 }, call: 1 }, 'rate-limit-burst'],
  ['latency', { parameters: { from: 100, to: 1_500 }, call: 4 }, 'latency;to="1500ms"'],
  [
    'batch-partial-failure',
    { parameters: { indexes: [0, 2], share: 0.5 }, call: 2 },
    'batch-partial-failure;indexes="0,2"',
  ],
  [
    'check-status',
    { parameters: { status: 'weak', color: 'amber', active: false, message: 'As asked for.' }, call: 1 },
    'check-status;active=?0',
  ],
  ['rough-start', { parameters: {}, call: 3 }, undefined],
  ['failing-party', { parameters: { party: 'zoë' }, call: 1 }, undefined],
])('%s with %j is selected as %s', (name, met, selection) => {
  expect(firstCallSelection(scenario(name), met)).toBe(selection);
});
