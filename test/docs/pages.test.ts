/** Generated pages are up to date, and the examples of the other pages work. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fidelityPage } from '../../build/fidelity-page.js';
import { cataloguePage } from '../../build/scenarios-page.js';
import { statesPage } from '../../build/states-page.js';
import { faultClasses } from '../../src/audit/expectations/fault-classes.js';
import { providerStates } from '../../src/pact/states/shipped-states.js';
import { contractOf, shippedContract, shippedScenarios } from '../../src/start/shipped.js';
import { REVISIONS } from '../../src/contract/contract.js';
import { expectTables, tableOf } from './generated-tables.js';

test('docs/reference/scenarios.md is up to date; "npm run docs" writes it', async () => {
  await expect(cataloguePage(shippedScenarios())).toMatchFileSnapshot('../../docs/reference/scenarios.md');
});

test('docs/reference/provider-states.md is up to date; "npm run docs" writes it', async () => {
  await expect(statesPage(providerStates)).toMatchFileSnapshot('../../docs/reference/provider-states.md');
});

test('docs/reference/fidelity.md is up to date; "npm run docs" writes it', async () => {
  await expect(fidelityPage(shippedContract(), REVISIONS.map(contractOf))).toMatchFileSnapshot(
    '../../docs/reference/fidelity.md',
  );
});

/** How docs/audit.md abbreviates lists of reactions. */
const IN_SHORT: Readonly<Record<string, string>> = {
  recovered: 'recovered',
  'recovered, gave up': 'may give up',
  'recovered, gave up, swallowed, wrong result': 'any',
};

test('docs/audit.md has every class of faults by its right reactions; "npm run docs" writes them', async () => {
  const rows = new Map<string, string[]>();
  for (const { id, expected } of faultClasses()) {
    const reactions = [expected.read, expected.token, expected.link, expected.request];
    const [read, token, link, request] = reactions.map((right) => IN_SHORT[right.join(', ')]);
    expect([token, request], id).toEqual([read, link]);
    const row = `${read!} | ${link!}`;
    rows.set(row, [...(rows.get(row) ?? []), `\`${id}\``]);
  }
  const head = ['right at `read`, `token`', '`link`, `request`', 'classes'];
  await expectTables(new URL('../../docs/audit.md', import.meta.url), {
    faults: tableOf(
      head,
      [...rows].map(([row, classes]) => [...row.split(' | '), classes.join(', ')]),
    ),
  });
});

test('every message in docs/troubleshooting.md is one that the emulator has', () => {
  const page = readFileSync(new URL('../../docs/troubleshooting.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| ([^|]*`[^|]*) \|/gm)].map(([, cell]) => cell!);
  const messages = rows.flatMap((cell) => [...cell.matchAll(/`([^`]* [^`]*)`/g)].map(([, message]) => message!));
  const source = sourceTexts();
  const unknown = messages.flatMap((message) => message.split('…')).filter((part) => !source.includes(part.trim()));
  expect(messages.length).toBeGreaterThan(15);
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
