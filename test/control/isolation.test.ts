/** Sandboxes never see one another, whatever is done to them and in whatever order. */

import { Agent } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../src/index.js';
import { drive, type Plan, type SeenAnswer } from './driven-sandbox.js';
import { plans } from './random-plans.js';

const SANDBOXES = 200;
const STEPS = 14;

test(
  '200 sandboxes driven in parallel answer, byte for byte, as each of them does alone',
  { timeout: 120_000 },
  async () => {
    const found = await fc.check(
      fc.asyncProperty(plans(SANDBOXES, STEPS), async (all) => {
        const together = await answersTogether(all);
        for (const [at, plan] of all.entries()) {
          const alone = await answersAlone(all, at);
          if (!isSame(together[at], alone))
            expect.fail(`sandbox ${at}, ${JSON.stringify(plan.options)}, ${difference(together[at]!, alone)}`);
        }
      }),
      { numRuns: 1, seed: 20_260_131, endOnFailure: true },
    );
    // Two hundred plans are not to be shown, nor made smaller one by one: the message names the first answer that differs.
    if (found.failed) throw found.errorInstance;
  },
);

async function answersTogether(all: readonly Plan[]): Promise<SeenAnswer[][]> {
  await using emulator = await startEmulator();
  const untouched = emulator.defaultSandbox.state();
  const ids = open(emulator, all);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const answers = await Promise.all(all.map((plan, at) => drive(emulator, ids[at]!, plan, agent)));
  agent.destroy();
  expect({ ...emulator.defaultSandbox.state(), clock: untouched.clock }).toEqual(untouched);
  return answers;
}

/** Those before it are there too, because IDs depend on how many there were; nobody does anything to them. */
async function answersAlone(all: readonly Plan[], at: number): Promise<SeenAnswer[]> {
  await using emulator = await startEmulator();
  const id = open(emulator, all.slice(0, at + 1))[at]!;
  const agent = new Agent({ keepAlive: true });
  const answers = await drive(emulator, id, all[at]!, agent);
  agent.destroy();
  return answers;
}

function open(emulator: Emulator, all: readonly Plan[]): string[] {
  return all.map(({ options }) => emulator.sandbox(options).id);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The first answer that differs, and what led to it. */
function difference(together: readonly SeenAnswer[], alone: readonly SeenAnswer[]): string {
  const first = together.findIndex((answer, nth) => !isSame(answer, alone[nth]));
  const before = together.slice(0, first).map(({ step, status }) => `  ${step} ${status}`);
  return `differs in its answer ${first + 1}, after\n${before.join('\n')}\namong others: ${JSON.stringify(together[first], undefined, 2)}\nalone: ${JSON.stringify(alone[first], undefined, 2)}`;
}
