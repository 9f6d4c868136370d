/** Compares random histories of a deployment with the model. */

import fc from 'fast-check';
import { SANDBOXES, steps } from './commands.js';
import type { Deployment } from './deployments.js';
import { RunningClock } from './running-clock.js';
import { SimulatedSandbox } from './simulated-sandbox.js';

const STEPS = 60;

/**
 * @param runs how many histories; each has sandboxes of its own
 * @throws with the seed and the steps of a history that the model does not explain
 */
export async function simulate(start: () => Promise<Deployment>, runs: number): Promise<void> {
  await using deployment = await start();
  const history = fc.commands(steps(deployment), { maxCommands: STEPS, size: 'max' });
  await fc.assert(
    fc.asyncProperty(history, async (commands) => {
      const sandboxes = await Promise.all(Array.from({ length: SANDBOXES }, () => SimulatedSandbox.open(deployment)));
      const clock = await RunningClock.open(deployment);
      await fc.asyncModelRun(() => ({ model: {}, real: { deployment, sandboxes, clock } }), commands);
      const mistakes = await Promise.all(sandboxes.map((sandbox) => sandbox.journalMistakes()));
      if (mistakes.flat().length > 0) throw new Error(`journal: ${mistakes.flat().join('; ')}`);
    }),
    // A shorter history needs the same luck with the time of each disturbance.
    { numRuns: runs, endOnFailure: deployment.disturbances.length > 0 },
  );
}
