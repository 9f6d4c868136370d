/**
 * Lets Pact's own implementation verify the pacts in a folder and then add an interaction to each, for which it reads and
 * writes all others. It prints to standard output, so it has a process of its own; its findings go to standard error.
 */

import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const { default: core, makeConsumerPact } = createRequire(require.resolve('@pact-foundation/pact/package.json'))('@pact-foundation/pact-core');
const VERSION_4 = 5;
const [folder, providerBaseUrl, ...consumers] = process.argv.slice(2);

const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.json'));
let findings;
try {
  findings = await core.verifyPacts({ provider: 'identity', providerBaseUrl, pactUrls: files.map((file) => join(folder, file)), providerStatesSetupUrl: `${providerBaseUrl}/_states`, logLevel: 'error' });
} catch (error) {
  findings = error.message;
}
for (const consumer of consumers) {
  const pact = makeConsumerPact(consumer, 'identity', VERSION_4, 'error');
  const added = pact.newInteraction('');
  added.uponReceiving('an interaction that was added');
  added.withRequest('GET', '/added');
  added.withStatus(200);
  pact.writePactFile(folder, true);
}
process.stderr.write(`FINDINGS ${findings}\n`);
