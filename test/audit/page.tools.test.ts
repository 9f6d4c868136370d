/** docs/audit.md and docs/mutate.md name what there is, and show what a real run prints; `npm run docs:pictures` runs it. */

import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { REACTIONS } from '../../src/audit/expectations/reaction.js';
import { type ExampleProject, exampleProject } from '../examples/example-project.js';
import { PICTURES_WANTED } from '../webp.js';

const DOCS = new URL('../../docs/', import.meta.url);
const MAIN = 'node_modules/id-emulator/dist/cli/main.js';

/** The first cells of the rows of the table below a heading. */
function rowsBelow(heading: string, page: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((row) => row.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$|`/g, '')));
}

test('the page lists every reaction, the worst first', async () => {
  const rows = rowsBelow('Reactions', await readFile(new URL('audit.md', DOCS), 'utf8'));
  expect(rows.map(([reaction]) => reaction)).toEqual(REACTIONS);
});

test.runIf(PICTURES_WANTED)('the samples are of a real run', { timeout: 900_000 }, async () => {
  await using project = await exampleProject('audit');
  const manifest = {
    name: 'onboarding',
    private: true,
    type: 'module',
    scripts: { test: 'node --test no-retry-on-429/*.test.js' },
  };
  await project.write('package.json', JSON.stringify(manifest));
  const audit = await outputOf(project, 'audit');
  const matrix = /^[^]*?: not tried\.\n/.exec(audit)![0];
  const finding = /^1\. [^]*?\n(?=\n)/m.exec(audit)![0];
  await rewrite('audit.md', { 'The matrix': matrix, 'A finding': finding });
  await rewrite('mutate.md', { '': await outputOf(project, 'mutate') });
});

async function outputOf(project: ExampleProject, ...parameters: readonly string[]): Promise<string> {
  return (await project.run('node', MAIN, ...parameters, '--', 'npm', 'test')).stdout;
}

/** Replaces the first sample below each heading; the empty one is the beginning of the page. */
async function rewrite(name: string, samples: Readonly<Record<string, string>>): Promise<void> {
  const file = new URL(name, DOCS);
  let page = await readFile(file, 'utf8');
  for (const [heading, sample] of Object.entries(samples)) {
    const from = heading === '' ? 0 : page.indexOf(`\n## ${heading}\n`);
    const start = page.indexOf('```text\n', from) + '```text\n'.length;
    page = `${page.slice(0, start)}${sample.trimEnd()}\n${page.slice(page.indexOf('```', start))}`;
  }
  await writeFile(file, page);
}
