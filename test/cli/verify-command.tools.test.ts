/** `id-emulator verify` as a process: what it prints where, and how it exits. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parsedXml } from '../parsed-xml.js';
import { pactV2, usersInteraction } from '../pact/pact-documents.js';
import { spawnedEmulator } from './id-emulator.js';
import type { Outcome } from './spawned-process.js';
import { temporaryFolder } from './temporary-folder.js';

const GOOD = pactV2([usersInteraction(200)], { consumer: 'good' });
const SLOW = pactV2([usersInteraction(200, { providerState: 'scenario: no-answer' })]);
const BAD = pactV2([usersInteraction(200), usersInteraction(418)], { consumer: 'bad' });

test('pacts that hold exit with 0: the report on standard output, progress on standard error', async () => {
  await using folder = await temporaryFolder({ 'pacts/a.json': GOOD });
  const { code, stdout, stderr } = await outcomeOfProcess(['verify', 'pacts'], folder.path);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '[1/1] good (pacts/a.json): 1 passed\n' });
  expect(stdout).toMatch(
    /^good → identity {2}\(pacts\/a\.json, Pact 2\.0\.0\)\n {2}✓ users, answered 200 {2}\[\d+ guesses\]\n[^]*\n✓ 1 passed, 0 failed\nProves: In 1 interaction, [^]*\nDoes not prove: Whether the real service behaves the same[^\n]*\n$/,
  );
});

test('pacts that do not hold exit with 1, and every report says so', async () => {
  await using folder = await temporaryFolder({ 'a.json': GOOD, 'b.json': BAD });
  const { code, stdout, stderr } = await outcomeOfProcess(
    ['verify', '*.json', '--json', '--junit', 'junit.xml'],
    folder.path,
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/\nid-emulator: the pacts do not hold: 1 of 3 interactions failed\n$/);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'failed', counts: { passed: 2, failed: 1 } });
  const junit = await readFile(join(folder.path, 'junit.xml'), 'utf8');
  expect(parsedXml(junit).getAttribute('failures')).toBe('1');
});

/** A module with the state that the pact {@link OWN} names, whose set-up has these statements. */
const stateThat = (statements: string): string =>
  `export default [{ name: 'own', summary: 'Own.', sentences: ['own'], parameters: {}, setUp() { ${statements} } }];`;
const OWN = pactV2([usersInteraction(200, { providerState: 'own' })]);

/** The beginning of the line about an error that nothing catches. */
const UNCAUGHT = 'states.mjs:1:<column>: nothing catches this error; perhaps an await is missing: ';
test.each([
  [
    'ends the process',
    'process.exit(0);',
    2,
    'the process ended before the command was done; perhaps a loaded file ends it',
  ],
  ['forgets to await', "Promise.reject(new Error('late'));", 2, `${UNCAUGHT}late`],
  ['fails later', "setTimeout(() => { throw new TypeError('late'); });", 2, `${UNCAUGHT}late`],
])('a provider state that %s ends the verification with one line, and never with 0', async (_, does, exit, says) => {
  await using folder = await temporaryFolder({ 'a.json': OWN, 'states.mjs': stateThat(does) });
  const { code, stderr } = await outcomeOfProcess(['verify', 'a.json', '--states', 'states.mjs'], folder.path);
  const shown = stderr.replace(/(?<=:1:)\d+/, '<column>');
  expect({ code, shown }).toEqual({ code: exit, shown: `id-emulator: ${says}\n` });
});

test('what a provider state prints is no part of the report', async () => {
  await using folder = await temporaryFolder({ 'a.json': OWN, 'states.mjs': stateThat("console.log('set up');") });
  const parameters = ['verify', 'a.json', '--states', 'states.mjs', '--json'];
  const { stdout, stderr } = await outcomeOfProcess(parameters, folder.path);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'passed' });
  expect(stderr).toContain('set up\n');
});

test('a verification that is interrupted leaves nothing behind', async () => {
  await using folder = await temporaryFolder({ 'a.json': GOOD, 'b.json': SLOW, 'tmp/.keep': '' });
  const tmp = join(folder.path, 'tmp');
  await using command = spawnedEmulator(['verify', '.'], { cwd: folder.path, env: { TMPDIR: tmp }, detached: true });
  await command.printedError(/good/);
  // A terminal signals the whole group.
  expect((await command.end('SIGINT')).code).toBe(130);
  // The process of the verifier may end a little later than the command.
  await expect.poll(() => readdir(tmp), { timeout: 20_000 }).toEqual(['.keep']);
});

test.skipIf(process.platform === 'win32')(
  'a verification that ends while the verifier starts leaves nothing behind, however it ends',
  async () => {
    const ends = [
      ['SIGINT', { code: 130 }],
      ['SIGTERM', { code: 143 }],
      ['SIGHUP', { signal: 'SIGHUP' }],
      ['SIGKILL', { signal: 'SIGKILL' }],
    ] as const;
    await Promise.all(
      ends.map(async ([signal, outcome]) => {
        await using folder = await temporaryFolder({ 'a.json': SLOW, 'tmp/.keep': '' });
        const tmp = join(folder.path, 'tmp');
        await using command = spawnedEmulator(['verify', '.'], {
          cwd: folder.path,
          env: { TMPDIR: tmp },
          detached: true,
        });
        await expect.poll(() => readdir(tmp), { timeout: 20_000, interval: 5 }).toHaveLength(2);
        expect(await command.end(signal)).toMatchObject(outcome);
        await expect.poll(() => readdir(tmp), { timeout: 20_000 }).toEqual(['.keep']);
      }),
    );
  },
);

/** The verifier is a process that only the built package starts. */
async function outcomeOfProcess(parameters: readonly string[], cwd: string): Promise<Outcome> {
  await using command = spawnedEmulator(parameters, { cwd });
  return await command.ended;
}
