/** What docs/testing.md shows is what the examples do, or is run here. */

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';

const PROJECT = new URL('../../', import.meta.url);
const TESTING = readFileSync(new URL('docs/testing.md', PROJECT), 'utf8');

interface Excerpt {
  readonly file: string;
  readonly code: string;
}

const excerpts = [...TESTING.matchAll(/```(?:ts|js|py|java)\n(?:\/\/|#) (\S+)\n([^]*?)```/g)].map(
  ([, file, code]): Excerpt => ({
    file: file!,
    code: code!,
  }),
);

test.each(excerpts)('docs/testing.md contains a part of $file', ({ file, code }) => {
  expect(readFileSync(new URL(file, PROJECT), 'utf8')).toContain(code);
});

test('docs/testing.md has a complete file for each runner', () => {
  const complete = excerpts.filter(({ file, code }) => readFileSync(new URL(file, PROJECT), 'utf8') === code);
  expect([...new Set(complete.map(({ file }) => file.split('/')[1]))]).toEqual([
    'vitest',
    'node-test',
    'jest',
    'playwright',
    'mocha',
    'pytest',
    'junit',
  ]);
});

test('what docs/testing.md copies is in the package', () => {
  const copied = [...TESTING.matchAll(/cp -r node_modules\/id-emulator\/(\S+)/g)].map(([, path]) => path!);
  expect(copied.map((path) => path.split('/')[0])).toEqual(['examples', 'integrations']);
  for (const path of copied) expect(existsSync(new URL(path, PROJECT))).toBe(true);
});

test('every code block in docs/testing.md is from an example', () => {
  expect(excerpts).toHaveLength(TESTING.match(/```(?:ts|js|py|java)\n/g)!.length);
});

test('the control plane commands in docs/testing.md succeed', async () => {
  await using emulator = await startEmulator();
  const [, commands = ''] = /```sh\n([^`]*)```/.exec(TESTING) ?? [];
  const script = commands
    .replaceAll('http://127.0.0.1:4010', emulator.url)
    .replaceAll('curl ', 'curl --silent --show-error --fail-with-body ');
  const { stdout } = await promisify(execFile)('sh', ['-ec', script]);
  // The last command but one asks the judge, and the last one removes the sandbox.
  expect(stdout).toContain('"verdicts":');
  expect(emulator.sandboxes().map(({ id }) => id)).toEqual(['default']);
});
