/** `id-emulator evidence`. */

import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { harOf, Recorder } from '../upstream/evidence/recorded-traffic.js';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

async function recorded(): Promise<{ readonly url: string; readonly text: string }> {
  await using emulator = await startEmulator({ population: 5, variants: { unauthenticated: '403' } });
  const recorder = new Recorder(emulator);
  const users = `${emulator.apiUrl}/institutions/me/users`;
  const { accessToken } = emulator.defaultSandbox.accessToken();
  await recorder.send(users);
  // Shows that the recording keeps the header.
  await recorder.send(users, { headers: { Authorization: `Bearer ${accessToken}` } });
  return { url: emulator.url, text: harOf(recorder.entries) };
}

test('traffic of a variant names the variant, and the options of an emulator that behaves like it', async () => {
  const { url, text } = await recorded();
  await using folder = await temporaryFolder({ 'traffic.har': text });
  const written = `${folder.path}/evidence.json`;
  const { code, stdout } = await outcomeOf([
    ...['evidence', `${folder.path}/traffic.har`, '--service', url],
    ...['--write', written],
  ]);
  expect(stdout).toContain('id-emulator start --variant unauthenticated=403');
  expect(JSON.parse(await readFile(written, 'utf8'))).toMatchObject({ version: 3, read: { exchanges: 2 } });
  expect(code).toBe(0);
});

test('differences that a file lists do not fail the command; new ones do, and those that went are named', async () => {
  const { url, text } = await recorded();
  await using folder = await temporaryFolder({ 'traffic.har': text });
  const known = `${folder.path}/known.json`;
  const evidence = ['evidence', `${folder.path}/traffic.har`, '--service', url];

  expect((await outcomeOf([...evidence, '--accept', known])).stderr).toContain(`--write-accepted ${known}`);
  const wrote = await outcomeOf([...evidence, '--write-accepted', known]);
  expect([wrote.code, wrote.stderr]).toEqual([0, `id-emulator: wrote ${known}, which accepts 1 finding\n`]);
  expect((await outcomeOf([...evidence, '--accept', known])).code).toBe(0);

  const { findings, ...others } = JSON.parse(await readFile(known, 'utf8')) as { readonly findings: readonly object[] };
  expect(findings).toMatchObject([{ id: 'Unauthorized:when unauthenticated=403' }]);
  await writeFile(known, JSON.stringify({ ...others, findings: [{ id: 'UsersLimit:maximum max-limit=50' }] }));
  const { code, stderr } = await outcomeOf([...evidence, '--accept', known]);
  expect(code).toBe(1);
  expect(stderr.split('\n')).toEqual([
    'id-emulator: not seen again: UsersLimit:maximum max-limit=50',
    'id-emulator: new: Unauthorized:when unauthenticated=403: a missing token: 403 (1 time)',
    `id-emulator: 1 finding that ${known} does not accept`,
    '',
  ]);
});

test.each([
  [
    'no exchange with the service',
    ['--service', 'https://other.example'],
    /^id-emulator: --service: .*\(2 foreign\)\n$/,
  ],
  ['no address', ['--service', 'the service'], /^id-emulator: --service: .*"the service".*\n$/],
])('%s is an error in one line with code 2, and nothing is written', async (_, flags, message) => {
  const { text } = await recorded();
  await using folder = await temporaryFolder({ 'traffic.har': text });
  const written = `${folder.path}/evidence.json`;
  const { code, stdout, stderr } = await outcomeOf([
    ...['evidence', `${folder.path}/traffic.har`, ...flags],
    ...['--write', written],
  ]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
  await expect(readFile(written)).rejects.toThrow('ENOENT');
});
