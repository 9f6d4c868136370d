/** What a reader can be asked to read: the words of README and docs/ that people have written, without code and generated tables. `docs/reference` is generated. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const BLOCK_OF_CODE = /^```[^]*?^```/gm;
/** Written by `npm run docs`, or compared with the code by a test. */
const GENERATED_TABLE = /<!-- table: [^>]*-->[^]*?<!-- end -->/g;

/** A page to look things up in, with a limit of its own. */
const LIBRARIES = 'libraries.md';

const PAGES = [
  'README.md',
  ...['docs/', 'docs/ways/'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT))
      .filter((name) => name.endsWith('.md') && name !== LIBRARIES)
      .map((name) => folder + name),
  ),
];

function textOf(page: string): string {
  return readFileSync(new URL(page, ROOT), 'utf8').replaceAll(BLOCK_OF_CODE, '');
}

function countWords(text: string): number {
  return text.split(/[\s|#*-]+/).filter((word) => word !== '').length;
}

test('README and docs/ have no more words than a reader takes', () => {
  const words = Object.fromEntries(
    PAGES.map((page) => [page, countWords(textOf(page).replaceAll(GENERATED_TABLE, ''))]),
  );
  const total = Object.values(words).reduce((sum, count) => sum + count, 0);
  expect(total, JSON.stringify(words, undefined, 2)).toBeLessThanOrEqual(11_990);
});

test('docs/libraries.md has fewer than 1,500 words, lists of exchanges included', () => {
  expect(countWords(readFileSync(new URL(`docs/${LIBRARIES}`, ROOT), 'utf8'))).toBeLessThan(1_500);
});

test('the generated tables of these pages, and docs/reference/configuration.md, are short enough to look through', () => {
  const tables = PAGES.flatMap((page) => textOf(page).match(GENERATED_TABLE) ?? []);
  expect(countWords(tables.join('\n'))).toBeLessThanOrEqual(3_500);
  expect(countWords(textOf('docs/reference/configuration.md'))).toBeLessThanOrEqual(1_000);
});

test('README is shorter than 200 lines, and has no long line of code', () => {
  const lines = readFileSync(new URL('README.md', ROOT), 'utf8').split('\n');
  expect(lines.length).toBeLessThan(200);
  expect(lines.filter((line) => /\S{200}/.test(line))).toEqual([]);
});
