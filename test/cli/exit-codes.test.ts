/** docs/exit-codes.md says what 1 and 2 mean, of every command. */

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { readCommandLines } from '../command-lines.js';
import { outcomeOf } from './id-emulator.js';

const PAGE = readFileSync(new URL('../../docs/exit-codes.md', import.meta.url), 'utf8');

/** The commands that check something, and so can end with 1. */
const CHECKING = [...PAGE.matchAll(/^\| ((?:`[a-z]+`(?:, )?)+) \|/gm)].flatMap(([, cell]) => cell!.match(/[a-z]+/g)!);

const { stdout: HELP } = await outcomeOf(['help', 'all']);
const COMMANDS = [...HELP.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name!).filter((name) => name !== 'help');

test('the page names commands that exist', () => {
  expect(CHECKING.length).toBeGreaterThan(8);
  expect(CHECKING.filter((name) => !COMMANDS.includes(name))).toEqual([]);
});

test.each(COMMANDS)('%s with an unknown flag proves nothing: 2', async (name) => {
  expect(await outcomeOf([name, '--nonsense'])).toMatchObject({ code: 2, stdout: '' });
});

test('the page names each command that fails a check', () => {
  const documents = globSync('*.yaml', { cwd: import.meta.dirname, absolute: true }).map((path) => pathToFileURL(path));
  const runs = documents.flatMap(readCommandLines).flatMap(([, written]) => written.runs);
  const failing = runs.filter(({ fails }) => fails !== undefined).map(({ run }) => run.split(' ')[0]!);
  expect(new Set(failing).size).toBeGreaterThan(6);
  // A port in use is another reason, which the page has in a sentence of its own.
  expect(failing.filter((name) => !CHECKING.includes(name) && name !== 'start')).toEqual([]);
});
