/**
 * Lets Pact's own implementation add an interaction to each pact in a folder, for which it reads and writes all others.
 * It prints to standard output, so it has a process of its own.
 */

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { makeConsumerPact } = createRequire(require.resolve('@pact-foundation/pact/package.json'))(
  '@pact-foundation/pact-core',
);
const VERSION_4 = 5;
const [folder, ...consumers] = process.argv.slice(2);

for (const consumer of consumers) {
  const pact = makeConsumerPact(consumer, 'identity', VERSION_4, 'error');
  const added = pact.newInteraction('');
  added.uponReceiving('an interaction that was added');
  added.withRequest('GET', '/added');
  added.withStatus(200);
  pact.writePactFile(folder, true);
}
