/** Finds the programs of peers; bench's own package brings them, so they may not be there. */

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';

const require = createRequire(import.meta.url);

/**
 * @param {string} name of a package
 * @returns {{ folder: string, version: string, bin: string } | undefined} undefined where it is not installed
 */
export function installed(name) {
  const file = require.resolve
    .paths(name)
    .map((folder) => join(folder, name, 'package.json'))
    .find((path) => existsSync(path));
  if (file === undefined) return undefined;
  const { version, bin } = JSON.parse(readFileSync(file, 'utf8'));
  const folder = dirname(file);
  return { folder, version, bin: join(folder, typeof bin === 'string' ? bin : Object.values(bin ?? { none: '' })[0]) };
}

/** The line that is printed in the place of a peer's figures. */
export function notInstalled(name, packageName) {
  return `${name}: skipped, ${packageName} is not installed (npm ci --prefix bench)`;
}
