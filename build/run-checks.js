/** Runs the npm scripts whose names begin with `check:` in parallel, and prints the output of each when it ends: `npm run check`. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const passed = await Promise.all(checks.map(run));
if (passed.includes(false)) process.exitCode = 1;

/** Whether the script has ended well. */
function run(name) {
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
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
