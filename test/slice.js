/**
 * `npm run test:slice`: of what takes hours, as much as runs before each change lands. A part that fails says nothing about
 * the others. Nothing is tried twice: what fails now and then is a race.
 */

import { execFileSync, spawnSync } from 'node:child_process';

/** The long tests take turns: each runs for one commit in so many, and those of a commit are always the same. */
const TURNS = 3;
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const turn = (Number.parseInt(commit.slice(0, 8), 16) % TURNS) + 1;

const LONG = ['--project', 'long', '--exclude', 'test/simulation/**'];
const SERVICE = ['test/emulator/service', '--exclude', '**/*.long.test.ts'];

const PARTS = [
  { variables: { TEST_STORE: 'folder' }, parameters: SERVICE },
  { variables: { TEST_STORE: 'redis' }, parameters: SERVICE },
  { variables: { TEST_STORE: 'redis', TEST_STORE_KILLS: '1' }, parameters: SERVICE },
  { variables: { SIMULATION_RUNS: '200' }, parameters: ['test/simulation'] },
  { variables: {}, parameters: [...LONG, `--shard=${turn}/${TURNS}`] },
];

for (const { variables, parameters } of PARTS) {
  const named = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  console.log(`== ${[...named, 'vitest run', ...parameters].join(' ')}`);
  const { status } = spawnSync('vitest', ['run', '--retry=0', ...parameters], {
    stdio: 'inherit',
    env: Object.assign({}, process.env, variables),
  });
  if (status !== 0) process.exitCode = 1;
}
