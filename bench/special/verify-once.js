/** One verification, in a process of its own: by the Pact verifier alone, or by the emulator. */

import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const [, , how, folder, providerBaseUrl] = process.argv;
const failed = how === 'bare' ? await bare() : await emulator();
if (failed > 0) console.error(`${failed} interactions failed`);
process.exit(failed > 0 ? 1 : 0);

/** The Pact verifier alone, as it would run against any server. */
async function bare() {
  const core = createRequire(createRequire(import.meta.url).resolve('@pact-foundation/pact/package.json'))(
    '@pact-foundation/pact-core',
  ).default;
  const pactUrls = readdirSync(folder).map((name) => join(folder, name));
  const output = await core.verifyPacts({ provider: 'identity', providerBaseUrl, pactUrls, logLevel: 'error' });
  return JSON.parse(output).interactionResults.filter(({ result }) => result !== 'OK').length;
}

async function emulator() {
  const { verifyPacts } = await import('../../dist/lib/pact.js');
  return (await verifyPacts({ pacts: [folder] })).counts.failed;
}
