/** What the first look-up costs in a large population, and in a usual one also lists for which all parties are looked at. */

import { performance } from 'node:perf_hooks';
import { EMULATOR } from '../contestants/contestants.js';
import { rotated } from '../contestants/rotated.js';
import { LARGE_POPULATION, SMALL_POPULATION } from '../extent.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { askFor, pageOf } from '../questions/questions.js';
import { median } from '../report/samples.js';
import { FIRST_LIST, FIRST_LOOKUP, LATER_LIST, level } from './figures.js';

/** The kinds of lists, each the first of its kind. */
const LISTS = { sorted: 'orderBy=fullName', filtered: 'kycStatus=APPROVED&orderBy=email', searched: 'search=a' };
const LIMIT = 2;

/** One round. */
export async function measureLargePopulation(context) {
  for (const population of rotated([SMALL_POPULATION, LARGE_POPULATION], context.round))
    await measure(context, population);
}

/** What a figure of one population is called. */
export function withPopulation(what, population) {
  return `${what}, ${level('population', population)}`;
}

async function measure({ processes, samples, extent, questions: [score] }, population) {
  const host = new EmulatorHost(processes);
  const client = new SandboxClient();
  const add = ({ name, unit }, sample) => {
    samples.add({ name: withPopulation(name, population), unit }, EMULATOR, sample);
  };
  try {
    const emulator = await host.start({ population });
    const headers = await client.authorization(emulator);
    add(FIRST_LOOKUP, await milliseconds(emulator, { ...score, headers }));
    const lists = population === SMALL_POPULATION ? Object.entries(LISTS) : [];
    for (const [kind, query] of lists) {
      add(
        named(FIRST_LIST, kind),
        await milliseconds(emulator, pageOf('users', `${query}&limit=${LIMIT}`, headers, LIMIT)),
      );
      const later = [];
      for (let page = 1; page <= extent.pages; page++) {
        later.push(
          await milliseconds(
            emulator,
            pageOf('users', `${query}&limit=${LIMIT}&offset=${LIMIT * page}`, headers, LIMIT),
          ),
        );
      }
      add(named(LATER_LIST, kind), median(later));
    }
  } finally {
    client.close();
    await host.stop();
  }
}

/** The figure of one kind of list. */
function named({ name, unit }, kind) {
  return { name: `${name}: ${kind}`, unit };
}

async function milliseconds({ url }, question) {
  const begin = performance.now();
  await askFor(url, question);
  return performance.now() - begin;
}
