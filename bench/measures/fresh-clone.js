/** What a newcomer waits for: the first `npm start` of a fresh clone, and all tests. */

import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { EMULATOR } from '../contestants/contestants.js';
import { npm } from '../processes/npm.js';
import { below } from '../report/bounds.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const FIRST_START = { name: '`npm start`, the first time after `npm ci --ignore-scripts`', unit: 's' };
const TESTS = { name: '`npm test` of a fresh clone', unit: 's' };

/** @type {import('../report/reach.js').Goal[]} */
export const GOALS_OF_CLONE = [
  [FIRST_START, 'first-start', 4],
  [TESTS, 'tests', 160],
].map(([figure, id, most]) => ({
  id,
  measure: figure.name,
  bound: below(most, 's'),
  measured: ({ samples }) => samples.of(figure, EMULATOR)?.[0],
}));

/** Once, because it takes minutes. */
export async function measureFreshClone({ processes, samples, round, folder }) {
  if (round > 0) return;
  const clone = join(folder, 'clone');
  await processes.output({ program: 'git', args: ['clone', '--quiet', PROJECT, clone] });
  await npm(processes, ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent'], clone);
  const begin = performance.now();
  const start = processes.start({ program: 'npm', args: ['start', '--', '--port', 0], cwd: clone });
  start.stdout.setEncoding('utf8');
  for (let text = ''; !text.includes('http://');) text += (await once(start.stdout, 'data'))[0];
  samples.add(FIRST_START, EMULATOR, secondsSince(begin));
  await processes.stop(start);
  const tests = performance.now();
  await npm(processes, ['test', '--silent'], clone);
  samples.add(TESTS, EMULATOR, secondsSince(tests));
}

function secondsSince(begin) {
  return (performance.now() - begin) / 1_000;
}
