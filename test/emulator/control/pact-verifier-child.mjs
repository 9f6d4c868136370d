/** Pact's verifier as another language drives it: it knows two URLs, and nothing of Node.js. */

import { createRequire } from 'node:module';

const [, , providerBaseUrl, providerStatesSetupUrl, file] = process.argv;
const require = createRequire(createRequire(import.meta.url).resolve('@pact-foundation/pact/package.json'));
const { default: core } = require('@pact-foundation/pact-core');
const output = await core
  .verifyPacts({
    provider: 'identity',
    providerBaseUrl,
    providerStatesSetupUrl,
    providerStatesSetupBody: true,
    pactUrls: [file],
    logLevel: 'error',
  })
  .catch((error) => error.message);
const { result, interactionResults } = JSON.parse(output);
console.log(
  `\n${JSON.stringify({ result, results: interactionResults.map((one) => [one.interactionDescription, one.result]) })}`,
);
