/** docs/exit-codes.md says what 1 and 2 mean, of every command. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

const PAGE = readFileSync(new URL('../../docs/exit-codes.md', import.meta.url), 'utf8');

/** The commands that check something, and so can end with 1. */
const CHECKING = [...PAGE.matchAll(/^\| ((?:`[a-z]+`(?:, )?)+) \|/gm)].flatMap(([, cell]) => cell!.match(/[a-z]+/g)!);

const { stdout: HELP } = await outcomeOf(['help', 'all']);
const COMMANDS = [...HELP.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name!).filter((name) => name !== 'help');

/** No emulator listens there. */
const NOWHERE = 'http://127.0.0.1:1';

test('the page names commands that exist', () => {
  expect(CHECKING.length).toBeGreaterThan(8);
  expect(CHECKING.filter((name) => !COMMANDS.includes(name))).toEqual([]);
});

test.each(COMMANDS)('%s with an unknown flag proves nothing: 2', async (name) => {
  expect(await outcomeOf([name, '--nonsense'])).toMatchObject({ code: 2, stdout: '' });
});

test.each([
  'verify nosuch',
  'inspect nosuch',
  'evidence nosuch --service https://api.example.com',
  'fidelity --evidence nosuch',
  'states show nosuch',
  'scenarios show nosuch',
  'exec --rule nosuch -- true',
  'exec --junit nosuch/a.xml -- true',
  'audit --accept nosuch -- true',
  'mutate --only nosuch -- true',
  `judge --url ${NOWHERE}`,
  `journal --url ${NOWHERE}`,
  `clock show --url ${NOWHERE}`,
  `sandbox list --url ${NOWHERE}`,
  `pact from-journal --consumer web --url ${NOWHERE}`,
])('%s proves nothing: 2', async (line) => {
  const { code, stderr } = await outcomeOf(line.split(' '));
  expect(stderr).toMatch(/^id-emulator: [^\n]+\n$/);
  expect(code).toBe(2);
});

test.each([
  'call getUsers --expect 500',
  'exec --judge -- true',
  'exec --fail-on-unused -- true',
  `wait --timeout 0.1 --url ${NOWHERE}`,
  'verify *.nosuch',
])('%s fails a check: 1', async (line) => {
  const [name = ''] = line.split(' ');
  expect(CHECKING).toContain(name);
  expect(await outcomeOf(line.split(' '))).toMatchObject({ code: 1 });
});

test.each(['fixtures', 'scenarios'])('%s check of a file with a mistake fails: 1', async (name) => {
  await using folder = await temporaryFolder({ 'a.yaml': 'nonsense: true\n' });
  expect(CHECKING).toContain(name);
  expect(await outcomeOf([name, 'check', `${folder.path}/a.yaml`])).toMatchObject({ code: 1 });
});
