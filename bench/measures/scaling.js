/** Throughput of single scores against population, active scenarios and size of the journal, and of lists that are not asked for again, in one process. */

import { EMULATOR } from '../contestants/contestants.js';
import { rotated } from '../contestants/rotated.js';
import { putUnderLoad } from '../load/put-under-load.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { level, throughput } from './figures.js';

/** So many parties, spread over the whole population, are asked for in turn. */
const PARTIES = 50;

/** Pages of a list that are asked for in turn: together they are larger than all that is remembered. */
const PAGES = 500;
const PAGE_SIZE = 100;

/** One round. */
export async function measureScaling({ processes, samples, round, extent }) {
  const host = new EmulatorHost(processes);
  const client = new SandboxClient();
  try {
    const emulator = await host.start();
    const loads = [
      ...(await Promise.all(extent.populations.map((population) => ofPopulation(client, emulator, population)))),
      ...(await Promise.all(extent.scenarioLevels.map((count) => ofScenarios(client, emulator, count)))),
      ...(await Promise.all(extent.journalLevels.map((size) => ofJournal(client, host, size)))),
      await ofPages(client, emulator),
    ];
    const server = { child: host.child, url: emulator.url };
    await putUnderLoad(processes, server, loads[0].questions, extent.firstLoad);
    for (const { what, url, questions, fill } of rotated(loads, round)) {
      if (fill > 0) await putUnderLoad(processes, { ...server, url }, questions, { count: fill });
      const { right, seconds } = await putUnderLoad(processes, { ...server, url }, questions, extent.sweepLoad);
      samples.add(throughput(what), EMULATOR, right / seconds);
    }
  } finally {
    client.close();
    await host.stop();
  }
}

/** What {@link measureScaling} calls the throughput with such a population. */
export function lookups(population) {
  return level('single score, population:', population);
}

async function ofPopulation(client, emulator, population) {
  const sandbox = await client.open(emulator, { population });
  return { what: lookups(population), url: emulator.url, questions: await client.scoreQuestions(sandbox, PARTIES) };
}

/** Each concerns another party than the one that is asked for, so all have to be looked at, and none decides. */
async function ofScenarios(client, emulator, count) {
  const scenario = Array.from({ length: count }, (_, nth) => `failing-party;party=nobody-${nth}`).join(', ');
  const sandbox = await client.open(emulator, count === 0 ? {} : { scenario });
  return {
    what: level('single score, active scenarios:', count),
    url: emulator.url,
    questions: [await client.scoreQuestion(sandbox)],
  };
}

/** Full before it is measured. */
async function ofJournal(client, host, journalSize) {
  const emulator = await host.start({ journalSize });
  return {
    what: level('single score, exchanges in the journal:', journalSize),
    url: emulator.url,
    questions: [await client.scoreQuestion(emulator)],
    fill: journalSize,
  };
}

/** The answer to the same question is remembered while nothing changes; here it always is another question. */
async function ofPages(client, emulator) {
  const sandbox = await client.open(emulator, { population: 10_000 });
  const questions = await client.pageQuestions(sandbox, 'credentials', PAGES, PAGE_SIZE);
  return { what: `list of ${PAGE_SIZE} credentials, another page each time`, url: emulator.url, questions };
}
