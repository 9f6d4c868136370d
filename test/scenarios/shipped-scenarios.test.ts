/** What is so of every shipped scenario; what each of them does is tested in `catalogue/`, one file a group. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationId } from '../../src/contract/operation.js';
import { responseViolations } from '../../src/contract/response.js';
import { startEmulator, type Emulator, type SandboxControl } from '../../src/index.js';
import { faultKinds } from '../../src/scenarios/decide-faults.js';
import type { Scenario } from '../../src/scenarios/scenario.js';
import { shippedContract, shippedScenarios } from '../../src/shipped.js';
import { budget } from '../budget.js';
import { responseTo, goodCallsIn, normalStatus, plainResponse, type GoodCall } from './good-calls.js';

/** `variant` decides no fault: `test/variants/` is about it. */
const scenarios = [...shippedScenarios().values()].filter(({ name }) => name !== 'variant');
const names = scenarios.map(({ name }) => name);

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ population: 20 });
});
afterAll(() => emulator.close());

/** Parameters with which a scenario shows on the first call already, and without long waits. */
const PARAMETERS: Readonly<Record<string, string>> = {
  'batch-slow': 'delay="5ms"',
  'check-token-expired': 'after=0',
  drip: 'every="1ms";bytes=500',
  flaky: 'share=1',
  latency: 'from="1ms";to="5ms"',
  'latency-tail': 'median="1ms"',
  'rate-limit-steady': 'requests=0',
  'rate-limit-with-date': 'requests=0',
  'slow-body': 'delay="5ms"',
  'token-endpoint-slow': 'delay="5ms"',
  'token-expires-while-paging': 'after=0',
};

/** A scenario that changes nothing but errors meets one that makes some. */
const COMPANIONS: Readonly<Record<string, string>> = { 'other-error-shape': ', server-error' };

function selectionOf(name: string): string {
  return `${name}${name in PARAMETERS ? `;${PARAMETERS[name]!}` : ''}${COMPANIONS[name] ?? ''}`;
}

test('each shipped scenario has a test that is named for it, in the file of its group', () => {
  const untested = scenarios.filter(({ name, group }) => {
    const file = readFileSync(new URL(`catalogue/${group}.test.ts`, import.meta.url), 'utf8');
    // The title is the first thing in a call of `test` or in a row of `test.each`, on the same line or the next.
    return !new RegExp(String.raw`[(\[]\s*'${name}: `).test(file);
  });
  expect(untested.map(({ name }) => name)).toEqual([]);
});

/** Those whose answers come to their end; the others are looked at over bare sockets in `catalogue/network.test.ts`. */
const answering = scenarios.filter((scenario) => !faultKinds(scenario).has('connection'));

/** Each affected operation's answer under the scenario; every one gets a fresh sandbox, so that each is the first call. */
async function answersUnder({
  name,
  operations,
}: Scenario): Promise<{ operation: OperationId; applied: string | null; violations: string[] }[]> {
  const answers = [];
  for (const operation of operations) {
    const answer = await responseTo({ emulator }, goodCallsIn(emulator.sandbox())[operation], selectionOf(name));
    const violations = responseViolations(shippedContract().operations.get(operation)!, plainResponse(answer));
    answers.push({
      operation,
      applied: answer.headers.get('emulator-scenario-applied'),
      violations: violations.map(({ pointer, expected }) => `${pointer} ${expected}`),
    });
  }
  return answers;
}

test.each(answering.filter(({ breaksContract }) => !breaksContract))(
  '$name keeps to the contract in every operation that it affects',
  async (scenario) => {
    for (const answer of await answersUnder(scenario)) {
      expect(answer).toEqual({ operation: answer.operation, applied: scenario.name, violations: [] });
    }
  },
);

test.each(answering.filter(({ breaksContract }) => breaksContract))(
  '$name really breaks the contract',
  async (scenario) => {
    const answers = await answersUnder(scenario);
    expect(answers.some(({ violations }) => violations.length > 0)).toBe(true);
  },
);

/** Scenarios of which something stays when they are no longer selected: the world has changed. */
const LASTING = [
  'changing-pages',
  'revoked-after-listing',
  'request-approved-later',
  'request-rejected-later',
  'stale-reads',
];

/** Sends the call without a selection, with a new access token. */
async function unselected(sandbox: SandboxControl, call: GoodCall) {
  const headers =
    'Authorization' in call.headers
      ? { ...call.headers, Authorization: `Bearer ${sandbox.accessToken().accessToken}` }
      : call.headers;
  const { status, text, headers: answered } = await responseTo({ emulator }, { ...call, headers });
  return { status, text, applied: answered.get('emulator-scenario-applied') };
}

/** By default the first and the last of the operations that a scenario affects, in a long run all. */
function triedOf({ operations }: Scenario): readonly OperationId[] {
  return budget({ short: operations.filter((_, at) => at === 0 || at === operations.length - 1), long: operations });
}

/** A client of `no-answer` gives up soon; whether another one does makes no difference. */
const PATIENCE = 100;

test.each(scenarios)('$name changes nothing for calls without it, before or after', async (scenario) => {
  const { name } = scenario;
  const sandbox = emulator.sandbox({ now: '2026-01-31T09:00:00Z' });
  const good = goodCallsIn(sandbox);
  for (const operation of triedOf(scenario)) {
    const call = good[operation];
    const before = await unselected(sandbox, call);
    await responseTo({ emulator }, call, selectionOf(name), AbortSignal.timeout(PATIENCE)).catch(() => 'incomplete');
    const after = await unselected(sandbox, call);
    expect([operation, before.status, before.applied]).toEqual([operation, normalStatus(operation), null]);
    expect([operation, after.status, after.applied]).toEqual([operation, normalStatus(operation), null]);
    // Tokens and links are new every time, and so are the answers that bring them.
    if (call.method === 'GET' && !LASTING.includes(name))
      expect([operation, after.text]).toEqual([operation, before.text]);
  }
});

test('the scenarios of the tables are all shipped', () => {
  expect(
    [...Object.keys(PARAMETERS), ...Object.keys(COMPANIONS), ...LASTING].filter((name) => !names.includes(name)),
  ).toEqual([]);
});
