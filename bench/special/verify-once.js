/** One verification, in a process of its own: by Pact's verifier alone, by Pact's class `Verifier`, or by the emulator. */

import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const [, , how, folder, providerBaseUrl] = process.argv;
const failed = await { native, class: byClass, emulator }[how]();
if (failed > 0) console.error(`${failed} interactions failed`);
process.exit(failed > 0 ? 1 : 0);

/** Pact's native verifier, called as directly as its package permits. */
async function native() {
  const core = createRequire(require.resolve('@pact-foundation/pact/package.json'))(
    '@pact-foundation/pact-core',
  ).default;
  const output = await core.verifyPacts(verifierOptions());
  return JSON.parse(output).interactionResults.filter(({ result }) => result !== 'OK').length;
}

/** Pact's class, as Pact's documentation tells its users to call it. It rejects if an interaction fails. */
async function byClass() {
  const { Verifier } = require('@pact-foundation/pact');
  await new Verifier(verifierOptions()).verifyProvider();
  return 0;
}

function verifierOptions() {
  const pactUrls = readdirSync(folder).map((name) => join(folder, name));
  return { provider: 'identity', providerBaseUrl, pactUrls, logLevel: 'error' };
}

async function emulator() {
  const { verifyPacts } = await import('../../dist/lib/pact.js');
  return (await verifyPacts({ pacts: [folder] })).counts.failed;
}
