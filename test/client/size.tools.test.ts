/** The size of the library's main file, and what it adds to a bundled program. */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clientSize, LARGEST_CLIENT } from '../../build/client-size.js';
import { bundle } from './bundle.js';

const KILOBYTE = 1_000;

/** What a bundler adds for its program, in bytes. */
const OF_BUNDLER = 50;

test('the built library is not larger than its limit, minified and compressed, and as small as the README states', () => {
  const size = clientSize(new URL('../../', import.meta.url));
  expect(size).toBeLessThanOrEqual(LARGEST_CLIENT);
  const readme = readFileSync(new URL('../../src/client/README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`; ${Math.ceil(size / 100) / 10} kB minified and gzipped`);
});

test.each(['browser', 'neutral', 'node'] as const)('a bundle for %s is hardly larger', async (platform) => {
  const size = gzipSync(await bundle("export * from '@id-emulator/sdk'", platform)).length;
  expect(size).toBeLessThanOrEqual(LARGEST_CLIENT + OF_BUNDLER);
});

test('a program that imports one error class bundles nothing else', async () => {
  expect((await bundle("export { APIError } from 'id-emulator/client'", 'browser')).length).toBeLessThan(KILOBYTE);
});

test('an unused import adds nothing to a bundle', async () => {
  expect(
    await bundle(
      "import { idSdk } from 'id-emulator/client'; import { idSdk as same } from 'id-emulator/client'",
      'node',
    ),
  ).toBe('export{};');
});
