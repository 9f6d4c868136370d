/** The size that the library adds to a bundled program. */

import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from './bundle.js';

const KILOBYTE = 1_000;

test.each(['browser', 'neutral', 'node'] as const)(
  'the whole library is smaller than 10 kB, minified and gzipped, for %s',
  async (platform) => {
    expect(gzipSync(await bundle("export * from 'id-emulator/client'", platform)).length).toBeLessThan(10 * KILOBYTE);
  },
);

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
