/** Searches of the users list that nobody has made before. */

import { performance } from 'node:perf_hooks';
import { EMULATOR } from '../contestants/contestants.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { pageOf, askFor } from '../questions/questions.js';
import { median } from '../report/samples.js';
import { withPopulation } from './large-population.js';

export const FIRST_SEARCH = { name: 'first search', unit: 'ms' };
export const NEW_SEARCH = { name: 'search never made before: names, e-mails, party IDs', unit: 'ms' };

const LIMIT = 10;

/** One round. */
export async function measureSearches(context) {
  for (const population of context.extent.searched) await measure(context, population);
}

async function measure({ processes, samples, extent }, population) {
  const host = new EmulatorHost(processes);
  const client = new SandboxClient();
  const add = ({ name, unit }, sample) =>
    samples.add({ name: withPopulation(name, population), unit }, EMULATOR, sample);
  try {
    const emulator = await host.start({ population });
    const headers = await client.authorization(emulator);
    const ask = (path, length) =>
      timed(() =>
        askFor(emulator.url, { ...pageOf(...path, headers, length), check: () => undefined, agent: client.agent }),
      );
    const terms = await termsOf(emulator, headers, extent.searches);
    add(FIRST_SEARCH, (await ask(['users', `search=zz&limit=${LIMIT}`])).milliseconds);
    const searches = [];
    for (const term of terms)
      searches.push((await ask(['users', `search=${encodeURIComponent(term)}&limit=${LIMIT}`])).milliseconds);
    add(NEW_SEARCH, median(searches));
  } finally {
    client.close();
    await host.stop();
  }
}

/** Names, e-mails and party IDs in turn, each as a person types it: whole, or the beginning. */
async function termsOf({ url }, headers, count) {
  const page = { ...pageOf('users', `limit=${count}&orderBy=id`, headers, count), check: () => undefined };
  const { items } = await askFor(url, page);
  return items.map(
    ({ fullName = 'an', email = '@example', partyId }, nth) =>
      [fullName, email, partyId, fullName.slice(0, 4), email.slice(0, 9), partyId.slice(7, 17)][nth % 6],
  );
}

async function timed(act) {
  const begin = performance.now();
  await act();
  return { milliseconds: performance.now() - begin };
}
