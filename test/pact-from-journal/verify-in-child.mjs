/** Runs Pact's own verifier, which prints to standard output, in a process of its own; its findings go to standard error. */

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { default: core } = createRequire(require.resolve('@pact-foundation/pact/package.json'))('@pact-foundation/pact-core');
const [pactFile, provider, providerBaseUrl] = process.argv.slice(2);
let findings;
try {
  findings = await core.verifyPacts({ provider, providerBaseUrl, pactUrls: [pactFile], providerStatesSetupUrl: `${providerBaseUrl}/_states`, logLevel: 'error' });
} catch (error) {
  findings = error.message;
}
process.stderr.write(`FINDINGS ${findings}\n`);
