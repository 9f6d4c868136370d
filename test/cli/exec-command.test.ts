/** `exec`: an emulator for one command, with the command's own streams, signals and exit code. */

import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';
import { idEmulator, outcomeOf } from './id-emulator.js';
import type { Outcome } from './spawned-process.js';
import { temporaryFolder } from './temporary-folder.js';

/** The parameters that run a module of Node.js beside an emulator. */
function execOf(flags: readonly string[], source: string): string[] {
  const program = source.includes('fetch(') ? `${WITH_QUICK_FETCH}\n${source}` : source;
  return ['exec', ...flags, '--', process.execPath, '--input-type=module', '--eval', program];
}

/** Runs a module that prints nothing in this process, which is fast. */
const execQuiet = (flags: readonly string[], source: string): Promise<Outcome> => outcomeOf(execOf(flags, source));

/** Asks for users, with a token that was never issued: a client that breaks a rule of the judge. */
const BAD_CLIENT = `await fetch(process.env.ID_EMULATOR_API_URL + '/institutions/me/users');`;

/** Opens a sandbox over HTTP, breaks a rule in it, and removes it. */
const BAD_CLIENT_IN_REMOVED_SANDBOX = `
  const { ID_EMULATOR_URL: url } = process.env;
  const opened = await fetch(url + '/_emulator/sandboxes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'a test' }),
  });
  const { id, apiUrl } = await opened.json();
  await fetch(apiUrl + '/institutions/me/users', { headers: { 'Emulator-Sandbox': id } });
  await fetch(url + '/_emulator/sandboxes/' + id, { method: 'DELETE' });`;

test('a signal that comes while the emulator starts ends it, without the command', async () => {
  const starting = idEmulator(['exec', '--log', 'silent', '--', process.execPath, '--eval', 'process.exit(3)']);
  expect((await starting.end('SIGTERM')).code).toBe(143);
});

test('--judge sees what happened in a sandbox that the command removed', async () => {
  await using folder = await temporaryFolder();
  const junit = join(folder.path, 'judge.xml');
  const { code, stderr } = await execQuiet(['--judge', '--junit', junit], BAD_CLIENT_IN_REMOVED_SANDBOX);
  expect(stderr).toMatch(/breaks rules in sandbox \S+ of "a test"\n$/);
  expect(await readFile(junit, 'utf8')).toContain('of &quot;a test&quot;');
  expect(code).toBe(1);
});

test('--save keeps a bundle of each sandbox of a run that failed, beside those of earlier runs', async () => {
  await using folder = await temporaryFolder();
  const kept = join(folder.path, 'kept');
  for (const runs of [1, 2]) {
    const { code, stderr } = await execQuiet(['--judge', '--save', kept], BAD_CLIENT);
    expect(stderr).toContain(`a bundle of each sandbox is in ${kept}`);
    expect(code).toBe(1);
    const folders = await readdir(kept);
    expect(folders).toHaveLength(runs);
    const bundle = await readFile(join(kept, folders[0]!, 'bundle.json'), 'utf8');
    expect(JSON.parse(bundle)).toMatchObject({ format: 'id-emulator-bundle' });
  }
});

test('--save leaves nothing behind when the run passes', async () => {
  await using folder = await temporaryFolder();
  const kept = join(folder.path, 'kept');
  expect(await execQuiet(['--save', kept], BAD_CLIENT)).toMatchObject({ code: 0 });
  await expect(access(kept)).rejects.toThrow('ENOENT');
});
