/**
 * Runs the npm scripts `check:<name>` in parallel, and prints the output of each when it ends. `npm run check` runs
 * those that are about style; `npm test` begins with the others. Without names, all are run. If sources have changed
 * since the last build, a build runs beside the checks that need no build, and before the others.
 */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The checks that read the declarations of the built packages. */
const NEED_BUILD = ['check:types', 'check:lint'];

/**
 * Settings of Go programs: the compiler and the type-aware linter, which end in seconds. Without garbage collection
 * below 2 GiB, they take two thirds of the processor time.
 */
const GARBAGE_COLLECTION = { GOGC: 'off', GOMEMLIMIT: '2GiB' };

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const all = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const named = process.argv.slice(2).map((name) => `check:${name}`);
const checks = named.length === 0 ? all : named;
const built = checks.some((name) => NEED_BUILD.includes(name)) ? run('prepare') : Promise.resolve(true);
const passed = await Promise.all([built, ...checks.map(runWhenReady)]);
if (passed.includes(false)) process.exitCode = 1;

/** Runs a check, after the build if the check needs it. @returns whether the check, and the needed build, succeeded */
async function runWhenReady(name) {
  if (NEED_BUILD.includes(name) && !(await built)) return false;

  return await run(name);
}

/** Runs an npm script. @returns whether it succeeded */
function run(name) {
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...GARBAGE_COLLECTION, ...process.env },
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));

  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.stdout.write(output);
      if (code !== 0) process.stdout.write(`npm run ${name} has failed\n`);
      resolve(code === 0);
    });
  });
}
