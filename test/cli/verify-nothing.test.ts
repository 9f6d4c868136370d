/** `id-emulator verify` fails if it verifies nothing: nobody would notice that the pacts have gone. */

import { expect, test } from 'vitest';
import { pactV2, pactV4, usersInteraction } from '../pact/pact-documents.js';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

const WHOLE = pactV2([usersInteraction(200)]);
const NAMES = { consumer: { name: 'onboarding' }, provider: { name: 'identity' } };
const CUT = { 'a.json': WHOLE.slice(0, 100) };

/** What the command prints on standard error in the end, for each folder that verifies nothing. */
const NOTHING: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  ['a pact that was cut off', CUT, /a\.json: line \d+, column \d+: not valid JSON: /],
  ['an empty file', { 'a.json': '' }, /a\.json: line 1, column 1: not valid JSON: it ends too early/],
  ['no pact', { 'package.json': '{}' }, /there is no pact here: the only JSON file is something else; .*--allow-empty/],
  ['no files', { 'readme.txt': '' }, /there are no JSON files in this folder; .*--allow-empty/],
  ['no interactions', { 'a.json': pactV2([]) }, /the pacts have no interactions; .*--allow-empty/],
  ['no member interactions', { 'a.json': JSON.stringify(NAMES) }, /the pacts have no interactions; .*--allow-empty/],
  [
    'messages of version 3 only',
    { 'a.json': JSON.stringify({ ...NAMES, messages: [{ description: 'an event' }] }) },
    /the pacts have messages only, .*--allow-empty/,
  ],
  [
    'messages of version 4 only',
    { 'a.json': pactV4([{ type: 'Asynchronous/Messages', contents: {} }]) },
    /the pacts have messages only, .*--allow-empty/,
  ],
];

/** What nobody can read proves nothing. */
const UNREAD = ['a pact that was cut off', 'an empty file'];

test.for(NOTHING)('a folder with %s does not pass, and one line says why', async ([about, files, message]) => {
  await using folder = await temporaryFolder(files);
  const { code, stdout, stderr } = await outcomeOf(['verify', folder.path]);
  expect(code).toBe(UNREAD.includes(about) ? 2 : 1);
  expect(stderr).toMatch(new RegExp(`^id-emulator: nothing was verified: [^\\n]*${message.source}[^\\n]*\\n$`));
  expect(stdout).toMatch(/\n✗ 0 passed, 0 failed, 1 problem\nProves: Nothing: no interaction passed\.\n/);
});

test('a pattern that matches nothing exits with 1', async () => {
  await using folder = await temporaryFolder();
  const { code, stderr } = await outcomeOf(['verify', `${folder.path}/*.json`]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `id-emulator: nothing was verified: ${folder.path}/*.json: no file matches this pattern; name another, or add --allow-empty\n`,
  });
});

test('filters that leave no interaction exit with 1', async () => {
  await using folder = await temporaryFolder({ 'a.json': WHOLE });
  const calls = [
    [['--description', 'nothing'], 'the filters leave no interaction; verify others, or add --allow-empty'],
    [['--consumer', 'nobody'], '--consumer: no pact names the consumer "nobody"; they name "reporting"'],
    [['--provider', 'nobody'], '--provider: no pact names the provider "nobody"; they name "identity"'],
  ] as const;
  for (const [flags, message] of calls) {
    const { code, stderr } = await outcomeOf(['verify', folder.path, ...flags]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `id-emulator: nothing was verified: ${message}\n` });
  }
});

test('--every-variant exits with 1, too', async () => {
  await using empty = await temporaryFolder({ 'a.json': pactV2([]) });
  const { code, stderr } = await outcomeOf(['verify', empty.path, '--every-variant']);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'id-emulator: nothing was verified: the pacts have no interactions; verify others, or add --allow-empty\n',
  });
});

test('--allow-empty passes where there is nothing to verify, but not where a pact cannot be read', async () => {
  const outcomes = await Promise.all(
    NOTHING.map(async ([about, files]) => {
      await using folder = await temporaryFolder(files);
      return [about, (await outcomeOf(['verify', folder.path, '--allow-empty'])).code] as const;
    }),
  );
  expect(outcomes.filter(([, code]) => code !== 0)).toEqual(UNREAD.map((about) => [about, 2]));
  expect((await outcomeOf(['verify', 'nowhere', '--allow-empty'])).code).toBe(2);
});
