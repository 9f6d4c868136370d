/** `id-emulator pact from-journal`, against an emulator in this process. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pactFromJournalCommand, type PactFromJournalOptions } from '../../src/cli/running/pact-from-journal.js';
import { startEmulator, type Emulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

let emulator: Emulator;
let sandbox: string;
beforeAll(async () => {
  emulator = await startEmulator({ controlToken: 'let-me-in' });
  const opened = emulator.sandbox();
  sandbox = opened.id;
  const token = await tokenOf(opened);
  for (const path of ['/institutions/me/users', '/institution/me/users'])
    await request(opened.apiUrl).get(path).auth(token, { type: 'bearer' });
});
afterAll(() => emulator.close());

interface Printed {
  pact: string;
  notes: string;
}

/** The output of the command. */
async function printed(options: Partial<PactFromJournalOptions> = {}): Promise<Printed> {
  const seen: Printed = { pact: '', notes: '' };
  const given = {
    url: emulator.url,
    controlToken: 'let-me-in',
    sandbox,
    consumer: 'web',
    provider: 'identity',
    ...options,
  };
  await pactFromJournalCommand(given, { pact: (text) => (seen.pact += text), notes: (text) => (seen.notes += text) });
  return seen;
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

test('the name of a consumer is required', async () => {
  expect(await outcomeOf(['pact', 'from-journal'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: "id-emulator: required option '--consumer <name>' not specified\n",
  });
});

test('--out writes the pact in the place of an older one', async () => {
  await using folder = await temporaryFolder();
  const out = join(folder.path, 'web-identity.json');
  await writeFile(out, 'old');
  expect(await printed({ out, provider: 'disclosure' })).toMatchObject({
    pact: '',
    notes: expect.stringMatching(/\n2 interactions between web and disclosure in .*web-identity\.json\n$/) as string,
  });
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ provider: { name: 'disclosure' } });
});

test('a file that cannot be written is reported in one line', async () => {
  await using folder = await temporaryFolder();
  await expect(printed({ out: join(folder.path, 'missing', 'pact.json') })).rejects.toThrow(
    /^cannot write .*pact\.json: ENOENT/,
  );
});

test('without any interaction nothing is written', async () => {
  await using folder = await temporaryFolder();
  const out = join(folder.path, 'pact.json');
  await writeFile(out, 'old');
  const { id } = emulator.sandbox();
  await expect(printed({ sandbox: id, out })).rejects.toThrow(
    `the journal of sandbox ${id} has no exchange for a pact: it is empty`,
  );
  expect(await readFile(out, 'utf8')).toBe('old');
});

test.each<[Partial<PactFromJournalOptions>, RegExp]>([
  [{ sandbox: 'nope' }, /responds with 404: There is no sandbox "nope"\.$/],
  [{ consumer: ' ' }, /responds with 422: Query \/consumer: expected a name that is not blank, found " "\.$/],
  [{ controlToken: 'wrong' }, /requires another control token; give it with --control-token/],
  [{ url: 'nonsense' }, /^expected the address of an emulator such as /],
])('with %j no pact is written, and the reason is reported', async (options, reason) => {
  await expect(printed(options)).rejects.toThrow(reason);
});
