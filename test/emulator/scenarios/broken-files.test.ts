/** The emulator does not start with invalid scenario files, and reports every mistake with its position. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
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

const MISTAKES = parse(readFileSync(new URL('broken-files.yaml', import.meta.url), 'utf8')) as readonly Readonly<
  Record<'what' | 'replaced' | 'by' | 'mistake', string>
>[];

test.each(MISTAKES)('$what is reported with line and column', async ({ replaced, by, mistake }) => {
  expect(GOOD).toContain(replaced);
  const mistakes = reported(await refusalOf(GOOD.replace(replaced, by)));
  expect(mistakes).toContainEqual(expect.stringMatching(new RegExp(mistake)));
});

test('a name that differs from the file name is reported with line and column', async () => {
  expect(reported(await refusalOf(GOOD, 'other.yaml'))).toEqual([
    '1:7 /name: expected "other", the name of the file, found "mine"',
  ]);
});

test('a file that ends in .yml is refused with the name that it needs', async () => {
  expect(reported(await refusalOf(GOOD, 'mine.yml'))).toEqual(['1:1 the document: rename the file to mine.yaml']);
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
