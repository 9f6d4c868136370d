/** Where and with what was measured; nothing that names a machine. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';

const require = createRequire(import.meta.url);

export function environment() {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpus: availableParallelism(),
    versions: {
      'id-emulator': JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
      express: require('express/package.json').version,
      autocannon: require('autocannon/package.json').version,
    },
  };
}
