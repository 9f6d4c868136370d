/**
 * Puts the built client library into this package, for `id-emulator/client`. A dependency on `id-sdk` would be the
 * other way, but then users of the emulator would get another version than the one that was tested with it.
 */

import { cpSync, rmSync } from 'node:fs';

const included = new URL('../dist/client/', import.meta.url);
rmSync(included, { recursive: true, force: true });
cpSync(new URL('../src/client/dist/', import.meta.url), included, {
  recursive: true,
  filter: (path) => !path.endsWith('.tsbuildinfo'),
});
