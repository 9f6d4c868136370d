/** Random clients, changes and disturbances, compared with a simple model of the service. */

import { expect, test } from 'vitest';
import { budget } from '../budget.js';
import { REDIS_SERVER } from '../stores/redis/redis-server.js';
import { inFolder, inMemory, inRedis, type Deployment } from './deployments.js';
import { simulate } from './simulate.js';

interface Simulated {
  readonly place: string;
  readonly start: () => Promise<Deployment>;
  readonly runs: number;
}

const SIMULATED: readonly Simulated[] = [
  { place: 'memory', start: inMemory, runs: budget({ short: 3, long: 600 }) },
  { place: 'a folder', start: inFolder, runs: budget({ short: 2, long: 300 }) },
  ...(REDIS_SERVER === undefined
    ? []
    : [{ place: 'a Redis', start: () => inRedis(), runs: budget({ short: 1, long: 300 }) }]),
];

test.each(SIMULATED)(
  'every history of sandboxes in $place is one that the model explains',
  { timeout: budget({ short: 60_000, long: 7_200_000 }) },
  async ({ start, runs }) => {
    await expect(simulate(start, runs)).resolves.toBeUndefined();
  },
);
