/** The same seed, the same time and the same random history give the same bytes. */

import { Agent } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { budget } from '../budget.js';
import { drive, type Step } from '../emulator/control/driven-sandbox.js';
import { histories } from '../emulator/control/random-plans.js';

const HISTORIES = budget({ short: 10, long: 100 });

/** Everything that a client saw of a new emulator, and what the emulator says about it. */
async function seenIn(steps: readonly Step[]): Promise<string> {
  await using emulator = await startEmulator({ seed: 3, now: '2026-02-03T04:05:06Z', population: 5 });
  const { defaultSandbox: sandbox } = emulator;
  const { clientId, clientSecret } = sandbox;
  const agent = new Agent({ keepAlive: true });
  const responses = await drive(emulator, sandbox.id, { options: { clientId, clientSecret }, steps }, agent);
  agent.destroy();
  const journal = sandbox.requests().map(({ id, at, operation, scenarios, diagnostics, status, response }) => {
    const { headers, body, ending } = response;
    return { id, at, operation, scenarios, diagnostics, status, headers, body, ending };
  });
  return JSON.stringify({ responses, journal }).replaceAll(new URL(emulator.url).host, 'the-emulator');
}

test(`${HISTORIES} random histories give the same bytes twice`, { timeout: 180_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(histories(false), async (steps) => {
      expect(await seenIn(steps)).toBe(await seenIn(steps));
    }),
    { numRuns: HISTORIES, seed: 20_261_121, endOnFailure: true },
  );
});
