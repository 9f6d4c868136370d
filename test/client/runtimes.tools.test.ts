/** The built package on the oldest and the newest Node.js that it is for, and in a long run on those between, as ESM and as CommonJS. */

import { beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { budget } from '../budget.js';
import { cast } from '../cast.js';
import { output } from '../package/installed-package.js';
import { installRuntimes, node, RUNTIMES, VERSIONS } from './install-runtimes.js';

const CANNOT_RUN =
  process.platform === 'linux' && process.arch === 'x64'
    ? false
    : `the packages hold Node.js for linux-x64, this is ${process.platform}-${process.arch}`;

beforeAll(async () => {
  if (CANNOT_RUN === false) await installRuntimes();
}, 300_000);

const SCRIPTS = ['as-commonjs.cjs', 'as-esm.mjs'];

// The two forms hold the same code. A long run has each version run both; else the oldest runs one, and the newest the other.
test.each(
  VERSIONS.flatMap((runtime, place) =>
    budget<readonly string[]>({ short: [SCRIPTS[place]!], long: SCRIPTS }).map((script) => ({ ...runtime, script })),
  ),
)(
  'every method and every error works on Node.js $version, with broken servers too: $script',
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
      isLong: budget({ short: false, long: true }),
    });
    expect(await output(RUNTIMES, node(name), [script, parameters])).toBe(
      `v${version} ${name === 'node16' ? 'undefined' : 'function'}\n`,
    );
  },
  60_000,
);
