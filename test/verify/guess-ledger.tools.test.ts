/** The ledger of guesses: which points the pacts of a consumer rest on, in a file under version control. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuessLedger } from 'id-emulator/pact';
import { expect, test } from 'vitest';
import { spawnedEmulator } from '../cli/id-emulator.js';
import type { Outcome } from '../cli/spawned-process.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { pactV2, usersInteraction } from '../pact/pact-documents.js';

const USERS = pactV2([usersInteraction(200)]);
const MORE = pactV2([
  usersInteraction(200),
  { request: { method: 'GET', path: '/api/v1/verification/check/none' }, response: { status: 404 } },
]);

async function run(parameters: readonly string[], cwd: string): Promise<Outcome> {
  await using command = spawnedEmulator(parameters, { cwd });
  return await command.ended;
}

test('verify --write-guesses lists the points that the pacts of a consumer rest on', async () => {
  await using folder = await temporaryFolder({ 'a.json': USERS });
  const { code } = await run(['verify', 'a.json', '--write-guesses', 'guesses.json'], folder.path);
  expect(code).toBe(0);
  const ledger = JSON.parse(await readFile(join(folder.path, 'guesses.json'), 'utf8')) as GuessLedger;
  expect(ledger).toMatchObject({ format: 'id-emulator-guesses', version: 1, revision: 'specification' });
  const guesses = ledger.consumers['reporting']!;
  const ids = guesses.map(({ id }) => id);
  expect(ids).toContain('Pagination:meaning');
  expect(ids).not.toContain('Error.message:wording');
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(guesses.map(({ basis }) => basis))).toEqual(new Set(['chosen', 'inferred']));
});

test('verify --guesses passes with the same pacts, and fails if a guess is added', async () => {
  await using folder = await temporaryFolder({ 'a.json': USERS, 'more.json': MORE });
  await run(['verify', 'a.json', '--write-guesses', 'guesses.json'], folder.path);
  expect((await run(['verify', 'a.json', '--guesses', 'guesses.json'], folder.path)).code).toBe(0);
  const added = await run(['verify', 'more.json', '--guesses', 'guesses.json', '--junit', 'report.xml'], folder.path);
  expect(added.code).toBe(1);
  expect(added.stdout).toMatch(
    /✗ guesses\.json: reporting now rests on the guess Error\.message:wording \(chosen; .*\), which the file does not list; --write-guesses guesses\.json accepts it\n/,
  );
  expect(added.stderr).toMatch(/the pacts rest on \d+ guesses that guesses\.json does not list\n$/);
  expect(await readFile(join(folder.path, 'report.xml'), 'utf8')).toContain('Error.message:wording');
  await run(['verify', 'more.json', '--write-guesses', 'guesses.json'], folder.path);
  const fewer = await run(['verify', 'a.json', '--guesses', 'guesses.json'], folder.path);
  expect(fewer.code).toBe(0);
  expect(fewer.stdout).toContain('reporting no longer rests on Error.message:wording');
});

test('a file that is no ledger is refused with the place of the mistake', async () => {
  await using folder = await temporaryFolder({ 'a.json': USERS, 'guesses.json': '{ "format": "other" }' });
  const { code, stderr } = await run(['verify', 'a.json', '--guesses', 'guesses.json'], folder.path);
  expect(code).not.toBe(0);
  expect(stderr).toContain('guesses.json');
  expect(stderr).toContain('id-emulator-guesses');
});

test('fidelity --evidence marks the guesses of a ledger that evidence has refuted', async () => {
  const evidence = {
    format: 'id-emulator-evidence',
    version: 2,
    contract: { revision: 'specification', version: '1.0.0', sha256: 'x' },
    host: 'service.example',
    isEmulator: false,
    points: {
      'Pagination:meaning': {
        verdict: 'otherwise',
        observed: [],
        contradictions: ['The total is that of the page.'],
        checks: ['paging'],
        count: 1,
      },
    },
  };
  await using folder = await temporaryFolder({ 'a.json': USERS, 'evidence.json': JSON.stringify(evidence) });
  await run(['verify', 'a.json', '--write-guesses', 'guesses.json'], folder.path);
  const parameters = ['fidelity', '--guesses', 'guesses.json', '--evidence', 'evidence.json'];
  const { code, stdout } = await run(parameters, folder.path);
  expect(code).toBe(1);
  expect(stdout).toMatch(/Pagination:meaning +\[refuted by evidence\] /);
  expect(stdout.match(/\[refuted by evidence\]/g)).toHaveLength(1);
  expect(stdout).not.toContain('Error.message:wording');
});
