/** `id-emulator pact from-journal`, against an emulator in this process. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';
import { untilEnd } from '../until-end.js';

const emulator = await untilEnd(startEmulator({ controlToken: 'let-me-in' }));
const opened = emulator.sandbox();
const sandbox: string = opened.id;
const token = await tokenOf(opened);
for (const path of ['/institutions/me/users', '/institution/me/users'])
  await request(opened.apiUrl).get(path).auth(token, { type: 'bearer' });

/** What the command prints with these flags, in place of the usual ones. */
function printed(flags: Readonly<Record<string, string>> = {}) {
  const usual = { url: emulator.url, 'control-token': 'let-me-in', sandbox, consumer: 'web' };
  const given = Object.entries({ ...usual, ...flags }).flatMap(([name, value]) => [`--${name}`, value]);
  return outcomeOf(['pact', 'from-journal', ...given]);
}

test('the pact is printed, and exchanges that are left out are listed', async () => {
  const { code, stdout, stderr } = await outcomeOf(
    ['pact', 'from-journal', '--url', emulator.url, '--sandbox', sandbox, '--consumer', 'web'],
    { env: { ID_EMULATOR_CONTROL_TOKEN: 'let-me-in' } },
  );
  expect(JSON.parse(stdout)).toMatchObject({
    consumer: { name: 'web' },
    provider: { name: 'identity' },
    interactions: [{ response: { status: 200 } }, { response: { status: 200 } }],
  });
  expect(stderr).toBe(
    'left out: GET /api/v1/institution/me/users 404 (exchange 3): The contract has no such operation.\n2 interactions between web and identity\n',
  );
  expect(code).toBe(0);
});

test('--out writes the pact in the place of an older one', async () => {
  await using folder = await temporaryFolder();
  const out = join(folder.path, 'web-identity.json');
  await writeFile(out, 'old');
  expect(await printed({ out, provider: 'disclosure' })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/\n2 interactions between web and disclosure in .*web-identity\.json\n$/) as string,
  });
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ provider: { name: 'disclosure' } });
});

test('a file that cannot be written is reported in one line', async () => {
  await using folder = await temporaryFolder();
  const { code, stderr } = await printed({ out: join(folder.path, 'missing', 'pact.json') });
  expect(stderr).toMatch(/\nid-emulator: cannot write .*pact\.json: ENOENT.*\n$/);
  expect(code).toBe(2);
});

test('without any interaction nothing is written', async () => {
  await using folder = await temporaryFolder();
  const out = join(folder.path, 'pact.json');
  await writeFile(out, 'old');
  const { id } = emulator.sandbox();
  expect(await printed({ sandbox: id, out })).toMatchObject({
    code: 1,
    stderr: `id-emulator: the journal of sandbox ${id} has no exchange for a pact: it is empty\n`,
  });
  expect(await readFile(out, 'utf8')).toBe('old');
});

test.each([
  [{ sandbox: 'nope' }, /responds with 404: There is no sandbox "nope"\.\n$/],
  [{ consumer: ' ' }, /responds with 422: Query \/consumer: expected a name that is not blank, found " "\.\n$/],
  [{ 'control-token': 'wrong' }, /requires another control token; give it with --control-token/],
])('with %j no pact is written, and the reason is reported', async (flags, reason) => {
  const { code, stdout, stderr } = await printed(flags);
  expect(stderr).toMatch(reason);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});
