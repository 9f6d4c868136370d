/** Sandboxes are isolated under random parallel load. */

import { Agent } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import { drive, type Plan, type RecordedResponse } from './driven-sandbox.js';
import { plans } from './random-plans.js';

const SANDBOXES = budget({ short: 20, long: 200 });
const STEPS = 14;

test(
  `${SANDBOXES} sandboxes in parallel return the same bytes as each of them alone`,
  { timeout: 120_000 },
  async () => {
    const found = await fc.check(
      fc.asyncProperty(plans(SANDBOXES, STEPS), async (all) => {
        const together = await responsesTogether(all);
        for (const [at, plan] of all.entries()) {
          const alone = await responsesAlone(all, at);
          if (!isSame(together[at], alone))
            expect.fail(`sandbox ${at}, ${JSON.stringify(plan.options)}, ${difference(together[at]!, alone)}`);
        }
      }),
      { numRuns: 1, seed: 20_260_131, endOnFailure: true },
    );
    // Without shrinking: the message names the first response that differs.
    if (found.failed) throw found.errorInstance;
  },
);

async function responsesTogether(all: readonly Plan[]): Promise<RecordedResponse[][]> {
  await using emulator = await startEmulator();
  const untouched = emulator.defaultSandbox.state();
  const ids = open(emulator, all);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const responses = await Promise.all(all.map((plan, at) => drive(emulator, ids[at]!, plan, agent)));
  agent.destroy();
  expect({ ...emulator.defaultSandbox.state(), clock: untouched.clock }).toEqual(untouched);
  return responses;
}

/** The sandboxes before it are opened too, because IDs depend on their number. They are not used. */
async function responsesAlone(all: readonly Plan[], at: number): Promise<RecordedResponse[]> {
  await using emulator = await startEmulator();
  const id = open(emulator, all.slice(0, at + 1))[at]!;
  const agent = new Agent({ keepAlive: true });
  const responses = await drive(emulator, id, all[at]!, agent);
  agent.destroy();
  return responses;
}

function open(emulator: Emulator, all: readonly Plan[]): string[] {
  return all.map(({ options }) => emulator.sandbox(options).id);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The first response that differs, and the steps before it. */
function difference(together: readonly RecordedResponse[], alone: readonly RecordedResponse[]): string {
  const first = together.findIndex((response, nth) => !isSame(response, alone[nth]));
  const before = together.slice(0, first).map(({ step, status }) => `  ${step} ${status}`);
  return `differs in its answer ${first + 1}, after\n${before.join('\n')}\namong others: ${JSON.stringify(together[first], undefined, 2)}\nalone: ${JSON.stringify(alone[first], undefined, 2)}`;
}
