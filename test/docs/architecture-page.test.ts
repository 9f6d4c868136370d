/** The table of docs/architecture.md that says where each job is done; "npm run docs" writes it. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectTables, tableOf } from './generated-tables.js';
import { JOBS } from './jobs.js';

const PAGE = new URL('../../docs/architecture.md', import.meta.url);
const SRC = new URL('../../src/', import.meta.url);

const SOURCES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('client/'));

function filesWith(pattern: RegExp): string[] {
  return SOURCES.filter((path) => pattern.test(readFileSync(new URL(path, SRC), 'utf8')));
}

test('docs/architecture.md says where each job is done; "npm run docs" writes it', async () => {
  const rows = JOBS.map(({ job, homes }) => [job, homes.map((home) => `\`${home}\``).join(', ')]);
  await expectTables(PAGE, { jobs: tableOf(['job', 'file'], rows) });
});

test.each(JOBS)('there is a place to $job', ({ homes }) => {
  expect(SOURCES).toEqual(expect.arrayContaining([...homes]));
});

test.each(JOBS.filter(({ only }) => only !== undefined))('no other file does this: $job', ({ homes, only }) => {
  expect(filesWith(only!)).toEqual(homes);
});
