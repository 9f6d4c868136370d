/** What the library adds to a program, bundled as programs bundle it. */

import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from './bundle.js';

const KILOBYTE = 1_000;

test.each(['browser', 'neutral', 'node'] as const)(
  'everything is smaller than 10 kB, minified and gzipped: for %s',
  async (platform) => {
    expect(gzipSync(await bundle("export * from 'id-sdk'", platform)).length).toBeLessThan(10 * KILOBYTE);
  },
);

test('who needs an error alone gets nothing else', async () => {
  expect((await bundle("export { APIError } from 'id-sdk'", 'browser')).length).toBeLessThan(KILOBYTE);
});

test('who imports a name and does not use it gets nothing', async () => {
  expect(
    await bundle("import { idSdk } from 'id-sdk'; import { idSdk as same } from 'id-emulator/client'", 'node'),
  ).toBe('export{};');
});
