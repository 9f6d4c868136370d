/** What a reader can be asked to read: the words of README and docs/ that people have written, without code and generated tables. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
/** Pages that `npm run docs` writes as a whole. */
const GENERATED = ['configuration.md', 'fidelity.md', 'provider-states.md', 'scenarios.md'];
const BLOCK_OF_CODE = /^```[^]*?^```/gm;
/** Written by `npm run docs`, or compared with the code by a test. */
const GENERATED_TABLE = /<!-- (?:table|variables): [^>]*-->[^]*?<!-- (?:end|\/variables) -->/g;

const PAGES = [
  'README.md',
  ...['docs/', 'docs/ways/'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT))
      .filter((name) => name.endsWith('.md') && !GENERATED.includes(name))
      .map((name) => folder + name),
  ),
];

function wordsOf(page: string): number {
  const prose = readFileSync(new URL(page, ROOT), 'utf8').replaceAll(BLOCK_OF_CODE, '').replaceAll(GENERATED_TABLE, '');
  return prose.split(/[\s|#*-]+/).filter((word) => word !== '').length;
}

test('README and docs/ have no more words than a reader takes', () => {
  const words = Object.fromEntries(PAGES.map((page) => [page, wordsOf(page)]));
  const total = Object.values(words).reduce((sum, count) => sum + count, 0);
  expect(total, JSON.stringify(words, undefined, 2)).toBeLessThanOrEqual(15_000);
});

test('README is shorter than 200 lines, and has no long line of code', () => {
  const lines = readFileSync(new URL('README.md', ROOT), 'utf8').split('\n');
  expect(lines.length).toBeLessThan(200);
  expect(lines.filter((line) => /\S{200}/.test(line))).toEqual([]);
});
