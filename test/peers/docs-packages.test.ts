/** What the docs tell users to install is tried, and what is recorded of it is what `verify` knows. */

import { existsSync, readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { FOLDERS } from './contents.js';
import { heldAfter, readHeld, triedAfter } from './held-versions.js';
import type { Result } from './types.js';

const ROOT = new URL('../../', import.meta.url);
const TRIED = FOLDERS.flatMap(({ checks }) => checks.flatMap((check) => [...check.packages, ...(check.with ?? [])]));
const NODE_24 = { major: '24', version: '24.1.0', bin: '' };

function text(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8');
}

/** Versions that a page or an example names are for that page; the newest is tried. */
function nameOf(specifier: string): string {
  return specifier.replace(/(?<=.)@.*$/, '');
}

test('each package that a page tells users to install is tried', () => {
  // What maintainers do is not for users.
  const pages = globSync(['README.md', 'docs/**/*.md', 'src/client/README.md'], {
    cwd: ROOT.pathname,
    ignore: ['docs/publishing.md'],
  });
  const commands = pages.flatMap((page) => [
    ...text(page).matchAll(/npm install(?: --save-dev)?((?: [@a-z][\w@/.-]*(?![\w+]))+)/g),
  ]);
  const named = commands.flatMap(([, names = '']) => names.trim().split(' ')).map(nameOf);
  expect(named).toContain('@pact-foundation/pact');
  expect(named.filter((name) => !TRIED.map(nameOf).includes(name))).toEqual([]);
});

test('each package that an example of a test runner depends on is tried', () => {
  const manifests = globSync('examples/*/package.json', { cwd: ROOT.pathname }).map(
    (file) => JSON.parse(text(file)) as { readonly devDependencies?: Readonly<Record<string, string>> },
  );
  const named = manifests.flatMap(({ devDependencies = {} }) => Object.keys(devDependencies));
  expect(named).toContain('mocha');
  const others = [...TRIED.map(nameOf), 'id-emulator'];
  expect(named.filter((name) => !others.includes(name))).toEqual([]);
});

test('a version that did not hold leaves the one that held before', () => {
  const before = { at: '2026-01-01T00:00:00Z', versions: { msw: { '24': '2.14.0' }, redis: { '24': '6.0.0' } } };
  const results: readonly Result[] = [
    { package: 'msw', version: '3.0.0', node: NODE_24, outcome: 'not held', reasons: ['broken'] },
    { package: 'redis', version: '6.3.1', node: NODE_24, outcome: 'held', reasons: [] },
  ];
  expect(heldAfter(before, results, '2026-11-28T00:00:00Z')).toEqual({
    at: '2026-11-28T00:00:00Z',
    versions: { msw: { '24': '2.14.0' }, redis: { '24': '6.3.1' } },
  });
});

test('the newest version that verify knows is the newest that is recorded', () => {
  const { at, versions } = readHeld();
  expect(Date.parse(at)).not.toBeNaN();
  if (!existsSync(new URL('spec/tried-peers.json', ROOT))) return;
  const tried = text('spec/tried-peers.json');
  expect(triedAfter(tried, versions)).toBe(tried);
});
