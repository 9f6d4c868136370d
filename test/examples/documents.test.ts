/** What docs/testing.md shows is what the examples do, or is run here. */

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { exampleProject } from './example-project.js';

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

const complete = excerpts.filter(({ file, code }) => readFileSync(new URL(file, PROJECT), 'utf8') === code);

test('docs/testing.md has a complete file for each runner', () => {
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

/** Those of Node.js, by the heading of their section. They allow a test five seconds, which is little on a busy machine. */
const RUNNERS = [
  ['vitest', 'vitest', 'vitest run --testTimeout=60000 --no-isolate --maxWorkers=1'],
  ['node:test', 'node-test', 'node --test'],
  ['Jest', 'jest', 'jest --no-cache --testTimeout=60000'],
  ['Playwright', 'playwright', 'playwright test --workers=1'],
  ['Mocha', 'mocha', 'mocha --timeout=60000'],
] as const;

/** The setting of `package.json` that a section asks for, and its files. */
function printedIn(heading: string, name: string): Record<string, string> {
  const section = TESTING.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const setting = /`("[^`]+)` in `package\.json`/.exec(section)?.[1] ?? '';
  const files = complete
    .filter(({ file }) => file.startsWith(`examples/${name}/`))
    .map(({ file, code }): [string, string] => [file.replace('examples/', ''), code]);
  return { ...Object.fromEntries(files), [`${name}/package.json`]: `{ ${setting} }` };
}

test.concurrent.each(RUNNERS)(
  'what docs/testing.md prints for %s passes in an empty folder',
  { timeout: 240_000 },
  async (heading, name, command) => {
    await using pasted = await temporaryFolder(printedIn(heading, name));
    await using project = await exampleProject(name, pathToFileURL(`${pasted.path}/`));
    const copy = /`(cp -r node_modules\/id-emulator\/examples\/)jest(\/src \.)`/.exec(TESTING)!;
    await project.run('sh', '-c', copy.slice(1).join(name));
    const { code, stdout, stderr } = await project.run('sh', '-c', command);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout + stderr).toMatch(/\d pass|pass \d/);
  },
);

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
