/** Random clients, changes and disturbances, compared with a simple model of the service. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budget } from '../budget.js';
import { SANDBOXES, steps } from './commands.js';
import { inFolder, inMemory, inRedis, type Deployment } from './deployments.js';
import { REDIS_SERVER } from '../store/redis/redis-server.js';
import { SimulatedSandbox } from './simulated-sandbox.js';

const STEPS = 60;

interface Simulated {
  readonly place: string;
  readonly start: () => Promise<Deployment>;
  readonly runs: number;
}

const SIMULATED: readonly Simulated[] = [
  { place: 'memory', start: inMemory, runs: budget({ short: 8, long: 600 }) },
  { place: 'a folder', start: inFolder, runs: budget({ short: 2, long: 300 }) },
  ...(REDIS_SERVER === undefined ? [] : [{ place: 'a Redis', start: inRedis, runs: budget({ short: 1, long: 300 }) }]),
];

test.each(SIMULATED)('every history of sandboxes in $place is one that the model explains', async ({ start, runs }) => {
  await using deployment = await start();
  await fc.assert(
    fc.asyncProperty(fc.commands(steps(deployment), { maxCommands: STEPS, size: 'max' }), async (commands) => {
      const sandboxes = await Promise.all(Array.from({ length: SANDBOXES }, () => SimulatedSandbox.open(deployment)));
      await fc.asyncModelRun(() => ({ model: {}, real: { deployment, sandboxes } }), commands);
      const complete = deployment.disturbances.length === 0;
      for (const sandbox of sandboxes) expect(await sandbox.journalMistakes({ complete })).toEqual([]);
    }),
    { numRuns: runs, endOnFailure: true },
  );
});
