/** Generated pages are up to date, and the examples of the other pages work. */

import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fidelityPage } from '../../build/fidelity-page.js';
import { OPERATION_SETS } from '../../src/contract/operation-sets.js';
import { cataloguePage } from '../../src/emulator/scenarios/describe-scenarios.js';
import { loadScenarios } from '../../src/emulator/scenarios/load-scenarios.js';
import { contractOf, shippedContract, shippedScenarios } from '../../src/start/shipped.js';
import { REVISIONS } from '../../src/contract/contract.js';

test('docs/scenarios.md is up to date; "npm run docs" writes it', () => {
  expect(readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8')).toBe(
    cataloguePage(shippedScenarios()),
  );
});

test('docs/fidelity.md is up to date; "npm run docs" writes it', async () => {
  await expect(fidelityPage(shippedContract(), REVISIONS.map(contractOf))).toMatchFileSnapshot(
    '../../docs/fidelity.md',
  );
});

const ownScenarios = readFileSync(new URL('../../docs/own-scenarios.md', import.meta.url), 'utf8');
const examples = [...ownScenarios.matchAll(/```yaml\n# ([\w-]+\.yaml)\n([^`]*)```/g)].map(([, file, text]) => ({
  file: file!,
  text: text!,
}));

test.each(examples)('the example $file in docs/own-scenarios.md can be loaded', async ({ file, text }) => {
  const folder = await mkdtemp(join(tmpdir(), 'id-emulator-'));
  await writeFile(join(folder, file), text);
  expect([...loadScenarios(folder, shippedContract()).keys()]).toEqual([file.replace('.yaml', '')]);
  await rm(folder, { recursive: true });
});

test('docs/own-scenarios.md has examples', () => {
  expect(examples).not.toEqual([]);
});

test('docs/own-scenarios.md describes every fault, every condition and every set of operations', () => {
  const schema = JSON.parse(readFileSync(new URL('../../spec/scenario.schema.json', import.meta.url), 'utf8')) as {
    $defs: Record<'fault' | 'when', { properties: object }>;
  };
  for (const name of [...Object.keys(schema.$defs.fault.properties), ...Object.keys(schema.$defs.when.properties)]) {
    expect(ownScenarios).toContain(`\`${name}: `);
  }
  for (const set of OPERATION_SETS) expect(ownScenarios).toContain(`| \`${set}\` |`);
});

test('the schema of scenario files suggests every set of operations', () => {
  const schema = JSON.parse(readFileSync(new URL('../../spec/scenario.schema.json', import.meta.url), 'utf8')) as {
    properties: { operations: { items: { examples: string[] } } };
  };
  expect(schema.properties.operations.items.examples).toEqual(OPERATION_SETS);
});

test('every message in docs/troubleshooting.md is one that the emulator has', () => {
  const page = readFileSync(new URL('../../docs/troubleshooting.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| ([^|]*`[^|]*) \|/gm)].map(([, cell]) => cell!);
  const messages = rows.flatMap((cell) => [...cell.matchAll(/`([^`]* [^`]*)`/g)].map(([, message]) => message!));
  const source = sourceTexts();
  const unknown = messages.flatMap((message) => message.split('…')).filter((part) => !source.includes(part.trim()));
  expect(messages.length).toBeGreaterThan(40);
  expect(unknown).toEqual([]);
});

/** The files of `src`, with quotes and names of options as readers see them. */
function sourceTexts(): string {
  const folder = new URL('../../src/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.d)\.ts$/.test(file));
  return files
    .filter((file) => !file.includes('node_modules'))
    .map((file) => readFileSync(new URL(file.replaceAll('\\', '/'), folder), 'utf8'))
    .join('\n')
    .replaceAll("\\'", "'")
    .replaceAll(/\boption (port|host)\b/g, '--$1');
}
