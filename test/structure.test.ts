/** The shape of `src`, as docs/architecture.md describes it. Which wing may import which is checked by dependency-cruiser. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

const WINGS = [
  'audit',
  'cli',
  'client',
  'common',
  'contract',
  'emulator',
  'inspector',
  'pact',
  'remote',
  'start',
  'stores',
  'testing',
  'traffic',
  'upstream',
  'verify',
];
const MOST_ENTRIES = 20;
const MOST_LINES = 250;
/** Written by the build, or for another repository of packages. */
const GENERATED =
  /^(?:audit\/audit-types\.ts|verify\/report\/verification-report\.ts|upstream\/report-types\.ts|client\/(?:dist|reference)\/|client\/contract-types\.ts|contract\/(?:control-operations|control-schemas|document-schemas|service-schemas)\.ts|emulator\/(?:option-rows|sandbox-rows|scenarios\/fault-types|scenarios\/shipped-scenarios)\.ts|pact\/states\/declared-states\.ts|inspector\/control\/control-plane\.d\.ts)/;

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(SRC.length + 1)
      .replaceAll('\\', '/'),
  )
  .filter((path) => !GENERATED.test(path));
const sources = files.filter((path) => /\.tsx?$/.test(path));

/** The entries of each folder, by its path. */
function folders(): Map<string, Set<string>> {
  const entries = new Map<string, Set<string>>();
  for (const file of files) {
    const parts = file.split('/');
    for (const [depth, name] of parts.entries()) {
      const folder = parts.slice(0, depth).join('/');
      entries.set(folder, (entries.get(folder) ?? new Set()).add(name));
    }
  }
  return entries;
}

test('src holds the fifteen wings and one file, index.ts', () => {
  expect([...folders().get('')!].toSorted()).toEqual([...WINGS, 'index.ts'].toSorted());
});

test('every wing, and every folder of the emulator, has a rule about what it may import', async () => {
  const file = new URL('../.dependency-cruiser.mjs', import.meta.url);
  const config = (await import(file.href)) as { readonly default: { readonly forbidden: readonly { name: string }[] } };
  const rooms = [...folders().get('emulator')!].filter((name) => !name.includes('.')).map((name) => `emulator-${name}`);
  const names = config.default.forbidden.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...WINGS, ...rooms].map((name) => `${name}-imports`)));
});

test(`a folder of src has at most ${MOST_ENTRIES} entries`, () => {
  const large = [...folders()].filter(([, { size }]) => size > MOST_ENTRIES).map(([folder]) => folder);
  expect(large).toEqual([]);
});

test(`a file of src has at most ${MOST_LINES} lines`, () => {
  const long = sources.filter(
    (path) => readFileSync(join(SRC, path), 'utf8').trimEnd().split('\n').length > MOST_LINES,
  );
  expect(long).toEqual([]);
});

test('less than one line in a hundred is longer than 120 characters', () => {
  const lines = sources.flatMap((path) => readFileSync(join(SRC, path), 'utf8').split('\n'));
  expect(lines.filter((line) => line.length > 120).length).toBeLessThan(lines.length / 100);
});
