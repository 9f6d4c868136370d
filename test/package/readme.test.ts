/** The commands of README and its programs are run as they stand, to their end, and print what it shows. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { environmentWithoutSettings, MAIN } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { exampleProject } from '../examples/example-project.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The command with the output that follows it. */
const [, COMMAND = '', OUTPUT = ''] = /```sh\n([^`]*)```\n\n```http\n([^`]*)```/.exec(README) ?? [];
/** The programs that need no test runner. */
const PROGRAMS = [...README.matchAll(/```ts\n([^`]*)```/g)]
  .map(([, code]) => code!)
  .filter((code) => !/\btest\(/.test(code));

/** Without what depends on when and where it is run. */
function timeless(text: string): string {
  return text
    .replaceAll(/^< Date: .*$/gm, '<date>')
    .replaceAll(/^> Host: .*$/gm, '<host>')
    .replaceAll(/^\* after \d+ ms$/gm, '<duration>')
    .trim();
}

test('the first command prints what the README shows', async () => {
  await using emulator = await startEmulator();
  const command = COMMAND.replace('npx --no-install id-emulator', `'${process.execPath}' '${MAIN}'`);
  await using shell = new SpawnedProcess('sh', ['-c', command], {
    cwd: import.meta.dirname,
    env: { ...environmentWithoutSettings(), ID_EMULATOR_URL: emulator.url, npm_lifecycle_event: 'npx' },
  });
  const { code, stdout, stderr } = await shell.ended;
  expect(timeless(stdout)).toBe(timeless(OUTPUT));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

const ADDRESSES =
  /^http:\/\/127\.0\.0\.1:\d+\/api\/v1 http:\/\/127\.0\.0\.1:\d+\/oauth\/token demo-institution demo-secret\n$/;

test.each([
  ['first', 0, ADDRESSES],
  ['second', 1, /^(?:party::\S+\n){2,}$/],
])('the %s program ends by itself, and prints what it reads', async (_, at, expected) => {
  await using example = await exampleProject('node-test');
  await example.write('readme.mjs', PROGRAMS[at]!);
  const { code, stdout, stderr } = await example.run('node', 'readme.mjs');
  expect(stdout).toMatch(expected);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('there are two programs', () => {
  expect(PROGRAMS).toHaveLength(2);
});
