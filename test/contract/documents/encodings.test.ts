/** Every file of a user is read as UTF-8, with or without a byte order mark; UTF-16 is refused by name. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocument, readJson, readText } from '../../../src/contract/documents/read-document.js';
import { outcomeOf } from '../../cli/id-emulator.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'encodings-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const TEXT = '{"name":"Zoë"}';
const UTF_16 = /: the file is in UTF-16, .*: save it as UTF-8, there by "\| Out-File -Encoding utf8"$/;

function fileOf(name: string, bytes: Buffer | string): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

test.each(['', '\u{FEFF}'])('a file in UTF-8 with %j before its text is read', (mark) => {
  const file = fileOf('marked.json', mark + TEXT);
  expect([readText(file), readJson(file), readDocument(file).data]).toEqual([TEXT, { name: 'Zoë' }, { name: 'Zoë' }]);
});

test.each([
  ['UTF-16 with a mark', Buffer.from(`\u{FEFF}${TEXT}`, 'utf16le'), UTF_16],
  ['UTF-16 with a mark, big-endian', Buffer.from(`\u{FEFF}${TEXT}`, 'utf16le').swap16(), UTF_16],
  ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), UTF_16],
  ['Latin-1', Buffer.from(TEXT, 'latin1'), /: the file is not valid UTF-8: save it as UTF-8$/],
])('a file in %s is refused', (_, bytes, message) => {
  const file = fileOf('other.json', bytes);
  expect(() => readText(file)).toThrow(message);
  expect(() => readJson(file)).toThrow(message);
});

test.each([
  ['inspect', (file: string) => ['inspect', file]],
  [
    'evidence',
    (file: string) => ['evidence', file, '--service', 'https://api.test', '--token-url', 'https://login.test/t'],
  ],
  ['verify', (file: string) => ['verify', file]],
  ['start with a fixture', (file: string) => ['start', '--fixture', file]],
  ['start with a configuration', (file: string) => ['start', '--config', file]],
  ['start with a certificate', (file: string) => ['start', '--tls-cert', file, '--tls-key', file]],
  ['start with a signing key', (file: string) => ['start', '--signing-key', file]],
])('%s refuses UTF-16 by name', async (_, command) => {
  const file = fileOf('utf-16.json', Buffer.from(`\u{FEFF}${TEXT}`, 'utf16le'));
  const { stderr, stdout, code } = await outcomeOf(command(file));
  expect(stdout + stderr).toContain('the file is in UTF-16, which PowerShell 5.1 writes');
  expect(code).not.toBe(0);
});
