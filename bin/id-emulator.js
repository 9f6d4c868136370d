#!/usr/bin/env node
/** The command. Where the package is not built, it says how to build it: the file that npm links to is always there. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/cli/main.js', import.meta.url);
const isClone = existsSync(new URL('../tsdown.config.ts', import.meta.url));
if (existsSync(main)) {
  await import(main.href);
} else {
  const remedy = isClone
    ? `run "npm ci && npm run build" in ${fileURLToPath(new URL('..', import.meta.url))}`
    : 'install it again without --ignore-scripts, or from a tarball';
  process.stderr.write(`id-emulator: the package is not built: ${remedy}\n`);
  process.exitCode = 1;
}
