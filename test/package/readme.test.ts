/** The README's commands are run as they stand, and print what it shows. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** Every shell block that calls the emulator, with the output block that follows it. */
const examples = [...README.matchAll(/```sh\n([^`]*?curl[^`]*)```\n\n```\w+\n([^`]*)```/g)].map(
  ([, command, output]) => ({ command: command!, output: output! }),
);

/** Without what depends on when and where it is run. */
function timeless(text: string): string {
  return text
    .replaceAll('\r', '')
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/^Date: .*$/gm, '<date>')
    .trim();
}

test('each example prints what the README shows', async () => {
  await using emulator = await startEmulator();
  const separator = '--- next example ---';
  const script = examples
    .map(({ command }) => command.replaceAll('http://127.0.0.1:4010', emulator.url))
    .join(`\necho; echo '${separator}'\n`);
  const { stdout } = await promisify(execFile)('sh', ['-c', script]);
  expect(stdout.split(separator).map(timeless)).toEqual(examples.map(({ output }) => timeless(output)));
});

test('there is one example', () => {
  expect(examples).toHaveLength(1);
});
