/** examples/audit: its table names every client, and the tests of all of them pass while the service works. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { budget } from '../budget.js';
import { exampleProject } from './example-project.js';

const FOLDER = new URL('../../examples/audit/', import.meta.url);
const README = readFileSync(new URL('README.md', FOLDER), 'utf8');
const TABLE = [...README.matchAll(/^\| \[`([\w-]+)`\]\((\S+)\) \| (.*?) \|/gm)].map(([, name, file, mistake]) => ({
  name: name!,
  file: file!,
  mistake: mistake!,
}));

test('the table of examples/audit lists every client', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const clients = folders.map(({ name }) => name).filter((name) => name !== 'shared' && name !== 'node_modules');
  expect(TABLE.map(({ name }) => name).toSorted()).toEqual(clients.toSorted());
});

test.each(TABLE)('the first comment of $file says what is wrong', ({ file, mistake }) => {
  const expected = mistake === 'none' ? /^\/\*\* A correct / : /^(?:'use strict';\n)?\/\*\* Mistake: /;
  expect(readFileSync(new URL(file, FOLDER), 'utf8')).toMatch(expected);
});

test.runIf(budget({ short: false, long: true }))(
  'the tests of examples/audit pass while the service works',
  { timeout: 120_000 },
  async () => {
    await using project = await exampleProject('audit');
    const { code, stdout } = await project.run(
      'node',
      'node_modules/id-emulator/dist/cli/main.js',
      'exec',
      '--',
      'node',
      '--test',
    );
    expect(stdout).toContain('# fail 0');
    expect(code).toBe(0);
  },
);
