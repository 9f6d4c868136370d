/** Random clients, changes and disturbances, compared with a simple model of the service. */

import { expect, test } from 'vitest';
import { budget } from '../budget.js';
import { REDIS_SERVER } from '../stores/redis/redis-server.js';
import { inFolder, inMemory, inRedis, type Deployment } from './deployments.js';
import { simulate } from './simulate.js';

/** How many histories in all. `SIMULATION_RUNS` chooses another number. */
const RUNS = Number(process.env['SIMULATION_RUNS'] ?? budget({ short: 8, long: 1_200 }));
/** Enough for a busy machine. */
const MILLISECONDS_OF_RUN = 30_000;

interface Simulated {
  readonly place: string;
  readonly start: () => Promise<Deployment>;
  readonly runs: number;
}

const SIMULATED: readonly Simulated[] = [
  { place: 'memory', start: inMemory, runs: RUNS / 2 },
  { place: 'a folder', start: inFolder, runs: RUNS / 4 },
  ...(REDIS_SERVER === undefined ? [] : [{ place: 'a Redis', start: () => inRedis(), runs: RUNS / 4 }]),
];

test.each(SIMULATED)(
  'every history of sandboxes in $place is one that the model explains',
  { timeout: RUNS * MILLISECONDS_OF_RUN },
  async ({ start, runs }) => {
    await expect(simulate(start, runs)).resolves.toBeUndefined();
  },
);
