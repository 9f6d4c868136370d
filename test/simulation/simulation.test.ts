/** Random clients, changes and disturbances, compared with a simple model of the service. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budget } from '../budget.js';
import { SANDBOXES, steps } from './commands.js';
import { inMemory, type Deployment } from './deployments.js';
import { SimulatedSandbox } from './simulated-sandbox.js';

const STEPS = 60;
const RUNS = budget({ short: 8, long: 600 });

const DEPLOYMENTS: readonly (readonly [name: string, start: () => Promise<Deployment>])[] = [['memory', inMemory]];

test.each(DEPLOYMENTS)('every history of sandboxes in %s is one that the model explains', async (_name, start) => {
  await using deployment = await start();
  await fc.assert(
    fc.asyncProperty(fc.commands(steps(deployment), { maxCommands: STEPS, size: 'max' }), async (commands) => {
      const sandboxes = await Promise.all(Array.from({ length: SANDBOXES }, () => SimulatedSandbox.open(deployment)));
      await fc.asyncModelRun(() => ({ model: {}, real: { deployment, sandboxes } }), commands);
      const complete = deployment.disturbances.length === 0;
      for (const sandbox of sandboxes) expect(await sandbox.journalMistakes({ complete })).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
