/** The project's own lint rules for comments and names. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const OXLINT = fileURLToPath(new URL('../node_modules/oxlint/bin/oxlint', import.meta.url));
const PLUGIN = fileURLToPath(new URL('../build/lint/plugin.js', import.meta.url));

/** The messages about each source text that a rule refuses, by the text. */
function refusalsBy(rule: string, sources: readonly string[]): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const config = { jsPlugins: [PLUGIN], categories: { correctness: 'off' }, rules: { [`project/${rule}`]: 'error' } };
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  for (const [index, source] of sources.entries()) writeFileSync(join(folder, `${index}.tsx`), source);
  const { stdout } = spawnSync(process.execPath, [OXLINT, '--format=json'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] };
  return Object.fromEntries(
    diagnostics.map(({ filename, message }) => [sources[Number.parseInt(filename, 10)]!, message]),
  );
}

test('a comment that cannot be read without the one above is refused', () => {
  const refused = [
    ['The same', '/** The same, in steps. */ export const steps = 1;'],
    ['Of', '/**\n * Of a sandbox.\n * @param id its ID\n */\nexport function of(id) {}'],
    ['Of', 'export interface Call {\n  /** Of its response. */\n  body: string;\n}'],
    ['So many', '/* So many bytes are searched. */ export const MOST = 1;'],
    ['The same', 'export const view = <p>{/* The same as text. */}</p>;'],
  ] as const;
  const accepted = [
    '/** The longest ID of a sandbox. Of others, none is known. */ export const LONGEST = 64;',
    '/** Offset of the page. The same as `from`. */ export const OFFSET = 1;',
    '/** Often more than one. */ export const COUNT = 1;',
    '// Of these, the last one counts.',
  ];
  expect(refusalsBy('comment-subjects', [...accepted, ...refused.map(([, source]) => source)])).toEqual(
    Object.fromEntries(
      refused.map(([beginning, source]) => [
        source,
        `A comment that begins with "${beginning}" cannot be read alone: name what it is about.`,
      ]),
    ),
  );
});

test('a line of a comment that is wider than 120 characters is refused', () => {
  const wide = 'x'.repeat(121);
  const refused = [
    [121, `// ${wide.slice(3)}`],
    [124, `/** ${wide.slice(4)} */`],
    [126, `/**\n * ${wide.slice(3)}${'y'.repeat(5)}\n */\nexport const LIMIT = 1;`],
    [123, `export interface Call {\n  // ${wide.slice(3)}\n  body: string;\n}`],
  ] as const;
  const accepted = [
    `// ${wide.slice(4)}`,
    `/** ${wide.slice(8)} */ export const LIMIT = 1;`,
    `const [view] = [<p>{/* A view. */ '${wide}'}</p>];`,
    `export const TEXT = '${wide}';`,
    `export const ADDRESS = '${wide}'; // explains the address`,
  ];
  expect(refusalsBy('comment-width', [...accepted, ...refused.map(([, source]) => source)])).toEqual(
    Object.fromEntries(
      refused.map(([length, source]) => [
        source,
        `This line of a comment has ${length} characters; wrap it, or say it in at most 120.`,
      ]),
    ),
  );
});

test('a class of errors has a name that ends in Error, unless it is public', () => {
  const refused = [
    ['Outage', 'export class Outage extends Error {}'],
    ['Missing', 'export class Missing extends errors.BrokerError {}'],
    ['TooLate', 'export const Late = class TooLate extends TypeError {};'],
    ['OtherProblem', 'export class OtherProblem extends Problem {}'],
  ] as const;
  const accepted = [
    'export class StoreError extends Error {}',
    'export class Problem extends Error {}',
    'export class Journal extends Map {}',
    'export const make = () => class extends Error {};',
  ];
  expect(refusalsBy('error-names', [...accepted, ...refused.map(([, source]) => source)])).toEqual(
    Object.fromEntries(
      refused.map(([name, source]) => [source, `The name of the error class "${name}" has to end in "Error".`]),
    ),
  );
});

test('a table that maps any text is not indexed by a name from outside, unless it is asked for its own names', () => {
  const table = 'const WORDS: Readonly<Record<string, string>> = { one: "1" };\n';
  const refused = `${table}export const wordFor = (name: string) => WORDS[name];`;
  const accepted = [
    `${table}export const wordFor = (name: string) => (Object.hasOwn(WORDS, name) ? WORDS[name] : undefined);`,
    `${table}export const one = WORDS['one'];`,
    'const WORDS = new Map([["one", "1"]]);\nexport const wordFor = (name: string) => WORDS.get(name);',
    "const WORDS: Record<'one', string> = { one: '1' };\nexport const wordFor = (name: 'one') => WORDS[name];",
  ];
  expect(refusalsBy('own-names', [...accepted, refused])).toEqual({
    [refused]: '"WORDS" inherits names such as "constructor": make it a Map, or ask Object.hasOwn before.',
  });
});
