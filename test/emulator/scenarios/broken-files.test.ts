/** The emulator does not start with invalid scenario files, and reports every mistake with its position. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { DocumentError } from '../../../src/contract/documents/read-document.js';
import { folderOf } from './scenario-folder.js';

/** A valid file; tests break it. */
const GOOD = `name: mine
summary: Made for a test.
group: server
basis: a test
recoverable: true
operations:
  - getUsers
parameters:
  count: { type: integer, description: How many., default: 1, minimum: 0, maximum: 5 }
  wait: { type: duration, description: How long., default: 5s }
when: { times: '{count}' }
fault:
  answer: { status: 500, error: internal_error, message: Made to fail. }
`;

/** The error of startEmulator for a folder with this file. */
async function refusalOf(text: string, name = 'mine.yaml'): Promise<DocumentError> {
  await using folder = await folderOf({ [name]: text });
  const refusal: unknown = await startEmulator({ scenarios: folder.path }).then(
    (emulator) => emulator.close(),
    (error: unknown) => error,
  );
  if (!(refusal instanceof DocumentError)) throw new Error('the emulator has started');
  expect(refusal.file).toBe(join(folder.path, name));
  return refusal;
}

/** Each mistake as `line:column message`. */
function reported({ mistakes }: DocumentError): string[] {
  return mistakes.map(({ line, column, message }) => `${line ?? '-'}:${column ?? '-'} ${message}`);
}

test('a valid file is loaded', async () => {
  await using folder = await folderOf({ 'mine.yaml': GOOD });
  const emulator = await startEmulator({ scenarios: folder.path, scenario: 'mine;count=2' });
  await emulator.close();
});

test.each([
  ['an unknown member', GOOD.replace('group:', 'colour: red\ngroup:'), /^3:9 .*colour/],
  ['an unknown member of a fault', GOOD.replace('status: 500', 'state: 1, status: 500'), /^13:20 .*state/],
  ['an unknown condition', GOOD.replace("times: '{count}'", "often: '{count}'"), /^11:16 .*often/],
  ['a missing member', GOOD.replace('basis: a test\n', ''), /^1:1 .*basis/],
  [
    'a value of the wrong type',
    GOOD.replace('recoverable: true', 'recoverable: sure'),
    /^5:14 \/recoverable: expected .*boolean.*"sure"/,
  ],
  ['a text instead of a number', GOOD.replace("times: '{count}'", 'times: often'), /^11:16 \/when\/times: .*"often"/],
  [
    'an unknown operation in a condition',
    GOOD.replace("times: '{count}'", 'request: { operation: getUzers }'),
    /^11:31 \/when\/request\/operation: there is no operation "getUzers"; did you mean "getUsers"\?/,
  ],
  [
    'an unknown operation that a hold waits for',
    GOOD.replace(/answer: .*/, 'hold: { until: answered, of: getUzers }'),
    /^13:32 \/fault\/hold\/of: there is no operation "getUzers"; did you mean "getUsers"\?/,
  ],
  [
    'an unknown operation',
    GOOD.replace('- getUsers', '- getUsers\n  - getUser'),
    /^8:5 \/operations\/1: there is no operation or set of operations "getUser"; did you mean "getUsers"\?$/,
  ],
  [
    'an unknown set of operations',
    GOOD.replace('- getUsers', '- write'),
    /^7:5 \/operations\/0: .*"write"; did you mean "writes"\?/,
  ],
  [
    'a status that is not an error',
    GOOD.replace('status: 500', 'status: 200'),
    /^13:21 \/fault\/answer\/status: .*200/,
  ],
  ['an unknown fault', GOOD.replace('  answer:', '  anser:'), /^13:10 .*anser/],
  [
    'a reference to a parameter that does not exist',
    GOOD.replace("times: '{count}'", "times: '{cont}'"),
    /^11:\d+ .*\{cont\}; did you mean "count"\?$/,
  ],
  [
    'a default out of range',
    GOOD.replace('default: 1', 'default: 9'),
    /^9:\d+ \/parameters\/count\/default: .*an integer from 0 to 5, not 9/,
  ],
  [
    'a default of another type',
    GOOD.replace('default: 5s', 'default: soon'),
    /^10:\d+ \/parameters\/wait\/default: .*a duration.*not soon/,
  ],
  [
    'an invalid time',
    GOOD.replace("times: '{count}'", 'between: { from: tomorrow }'),
    /^11:26 \/when\/between\/from: .*"tomorrow"/,
  ],
  ['fault and steps at once', `${GOOD}steps: [{ calls: 1 }]\n`, /^1:1 /],
  ['neither fault nor steps', GOOD.slice(0, GOOD.indexOf('\nfault:') + 1), /^1:1 /],
])('%s is reported with line and column', async (_, text, expected) => {
  const mistakes = reported(await refusalOf(text));
  expect(mistakes).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
});

test('a name that differs from the file name is reported with line and column', async () => {
  expect(reported(await refusalOf(GOOD, 'other.yaml'))).toEqual([
    '1:7 /name: expected "other", the name of the file, found "mine"',
  ]);
});

test('the error message contains file, line and column of each mistake, in order', async () => {
  const { message, file } = await refusalOf(
    GOOD.replace('recoverable: true', 'recoverable: sure')
      .replace('status: 500', 'status: 200')
      .replace('group: server', 'group: none'),
  );
  expect(message.split('\n').map((line) => line.slice(0, line.indexOf(': ')))).toEqual([
    `${file}:3:8`,
    `${file}:5:14`,
    `${file}:13:21`,
  ]);
});

test('a wrong reference, a wrong default and a wrong name are reported together', async () => {
  const mistakes = reported(
    await refusalOf(GOOD.replace("'{count}'", "'{cont}'").replace('default: 1', 'default: 9'), 'other.yaml'),
  );
  expect(mistakes).toEqual([
    expect.stringMatching(/^1:7 \/name: /),
    expect.stringMatching(/^9:\d+ \/parameters\/count\/default: /),
    expect.stringMatching(/^11:\d+ .*\{cont\}/),
  ]);
});

test('a file that is not YAML is reported with line and column', async () => {
  expect(reported(await refusalOf(`${GOOD}broken: [1, 2\n`))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^1[45]:\d+ not valid YAML: /)]),
  );
});

test('a duplicate member is reported with line and column', async () => {
  expect(reported(await refusalOf(`${GOOD}group: data\n`))).toEqual([
    expect.stringMatching(/^14:1 not valid YAML: .*unique/),
  ]);
});

test.each([
  ['an empty file', ''],
  ['a list', '- name: mine\n'],
  ['a text', 'mine\n'],
])('%s is not a scenario', async (_, text) => {
  expect(reported(await refusalOf(text))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^1:1 the document: expected /)]),
  );
});

test('a missing folder is reported by its name', async () => {
  const { path } = await (async () => {
    await using folder = await folderOf({});
    return folder;
  })();
  await expect(startEmulator({ scenarios: path })).rejects.toThrow(
    new DocumentError(path, [{ message: 'there is no such folder of scenarios' }]),
  );
});

test('a folder without scenario files is accepted', async () => {
  await using folder = await folderOf({ 'readme.txt': 'nothing' });
  const emulator = await startEmulator({ scenarios: folder.path });
  await emulator.close();
});

test('the name of a shipped scenario is refused', async () => {
  const refusal = await refusalOf(GOOD.replace('name: mine', 'name: server-error'), 'server-error.yaml');
  expect(reported(refusal)).toEqual([
    expect.stringMatching(/^1:7 .*a shipped scenario has the name "server-error"; choose another/),
  ]);
});

test('mistakes of several files are reported together, each with its file', async () => {
  await using folder = await folderOf({ 'a.yaml': 'name: a\n', 'mine.yaml': GOOD, 'z.yaml': GOOD });
  const refusal = startEmulator({ scenarios: folder.path });
  await expect(refusal).rejects.toThrow(
    /a\.yaml:1:1: \/summary: expected a string, found nothing[^]*z\.yaml:1:7: \/name: expected "z", the name of the file, found "mine"/,
  );
  await expect(refusal).rejects.not.toThrow(/mine\.yaml/);
});
