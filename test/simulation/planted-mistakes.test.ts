/** The simulation finds mistakes that are easy to make in a store. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { budget } from '../budget.js';
import { REDIS_SERVER } from '../stores/redis/redis-server.js';
import { inRedis } from './deployments.js';
import { plantedBuild, type Mistake } from './planted-build.js';
import { simulate } from './simulate.js';

const MISTAKES: readonly { readonly name: string; readonly mistake: Mistake }[] = [
  {
    name: 'a replica that trusts an old lease, and a store that does not refuse it',
    mistake: {
      'performance.now() < this.#validUntil - MARGIN_MILLISECONDS': 'true',
      'if known[1] ~= lease or tonumber(known[2]) ~= position then return 0 end': 'position = tonumber(known[2])',
    },
  },
  {
    name: 'an answer that does not wait until its change is in the store',
    mistake: {
      'keeper.untilStored(sandbox, record).then(keep)': '(keeper.untilStored(sandbox, record).catch(() => {}), keep())',
    },
  },
  {
    name: 'counters of scenarios that are not kept',
    mistake: { 'this.calls.takeChanged()': '[]' },
  },
];

test.each(MISTAKES)('the built command can be given $name', async ({ mistake }) => {
  await using build = await plantedBuild(mistake);
  const { stdout } = await promisify(execFile)(process.execPath, [build.main, '--version']);
  expect(stdout.trim()).toBe(manifest.version);
});

test.skipIf(REDIS_SERVER === undefined || !budget({ short: false, long: true })).each(MISTAKES)(
  'the simulation finds $name',
  { timeout: 1_800_000 },
  async ({ mistake }) => {
    await using build = await plantedBuild(mistake);
    await expect(simulate(() => inRedis(build.main), 100)).rejects.toThrow(/Property failed/);
  },
);
