/** Requests that were not asked before: the mixture, and two of its kinds alone, by bare Node that serializes the same bodies. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareNode, emulator, EMULATOR, mixturePeers } from '../contestants/contestants.js';
import { rotated } from '../contestants/rotated.js';
import { SMALL_POPULATION } from '../extent.js';
import { putUnderLoad } from '../load/put-under-load.js';
import { residentMegabytes } from '../processes/process-figures.js';
import { startServer } from '../processes/start-server.js';
import { answeredQuestions, examplesOf, Mixture, NAMES, readCatalogue } from '../questions/mixture.js';
import { tokenQuestion } from '../questions/questions.js';
import { cpu, latency, level, mixedMemory, throughput } from './figures.js';

const SEED = 20_261_122;

/** @typedef {{ what: string, population: number, kind?: string, share: number }} MixedLoad `share`: of the answers that bare Node knows */

/** @returns {MixedLoad[]} */
export function mixedLoads({ mixed: { population } }) {
  return [
    { what: mixtureOf(SMALL_POPULATION), population: SMALL_POPULATION, share: 1 },
    { what: mixtureOf(population), population, share: 1 },
    { what: NEW_SCORE, population, kind: 'score', share: 0.5 },
    { what: NEW_PAGE, population, kind: 'page-100', share: 0.1 },
  ];
}

export const NEW_SCORE = `${NAMES.score}, never asked before`;
export const NEW_PAGE = `${NAMES['page-100']}, none shown before`;

/** What the throughput of the mixture is called. */
export function mixtureOf(population) {
  return level('mixture, population', population);
}

/** What the throughput of the first seconds of a server is called. */
export function coldMixtureOf(population) {
  return `${mixtureOf(population)}, the first 2 s of a process`;
}

/** One round. The servers stay for the next one, so that only the first has to warm them up. */
export async function measureMixture(context) {
  const { kept } = context;
  kept.mixture ??= await startMixed(context);
  await measureMixed(context, kept.mixture);
  if (context.round === 0) await measureMemory(context);
}

/** Resident memory of a fresh process after many of the questions. */
async function measureMemory({ processes, samples, folder, extent }) {
  const { population } = extent.mixed;
  const server = await startServer(processes, withPopulation(emulator(), population), tokenQuestion());
  const questions = { file: catalogueFile(folder, population), seed: SEED + 1, asked: 0 };
  await putUnderLoad(processes, server, questions, { count: extent.requests });
  samples.add(mixedMemory(extent.requests), EMULATOR, residentMegabytes(server.child.pid));
  await processes.stop(server.child);
}

function catalogueFile(folder, population) {
  return join(folder, `catalogue-${population}.json`);
}

/**
 * @typedef {object} MixedServer
 * @property {import('../processes/start-server.js').RunningServer} server
 * @property {MixedLoad} load
 * @property {(asked: number) => Parameters<typeof putUnderLoad>[2]} questions
 * @property {number} asked how many questions it has been asked so far
 */

/**
 * Starts the emulator and bare Node, for each population; and peers, which answer alike for any, for the smaller one.
 * @returns {Promise<MixedServer[]>}
 */
async function startMixed({ processes, folder, extent, withPeers }) {
  const mixed = [];
  for (const population of new Set(mixedLoads(extent).map((load) => load.population))) {
    const server = await startServer(processes, withPopulation(emulator(), population), tokenQuestion());
    const { loads, file, seed, startBare } = await prepareMixed({ processes, folder, extent }, population);
    const bare = await startBare();
    for (const load of loads) {
      const { kind } = load;
      mixed.push({ server, load, asked: 0, questions: (asked) => ({ file, seed, kind, asked }) });
      mixed.push({ server: bare.server, load, asked: 0, questions: () => bare.questions.get(load) });
      if (!withPeers || load.population !== SMALL_POPULATION) continue;
      for (const peer of await startPeers({ processes, folder, answered: bare.questions.get(load) }))
        mixed.push({ server: peer, load, asked: 0, questions: (asked) => ({ file, seed, kind, asked }) });
    }
  }
  return mixed;
}

/**
 * What can be asked of emulators with this population, and bare Node that knows some of the answers. They come from an emulator
 * that is not measured: those that are must not know any of the questions.
 */
export async function prepareMixed({ processes, folder, extent }, population) {
  const loads = mixedLoads(extent).filter((load) => load.population === population);
  const file = catalogueFile(folder, population);
  const server = await startServer(processes, withPopulation(emulator(), population), tokenQuestion());
  const catalogue = await readCatalogue(server.url);
  writeFileSync(file, JSON.stringify(catalogue));
  const startBare = await bareNodeFor({ processes, folder, extent, population, loads, server, catalogue });
  await processes.stop(server.child);
  return { loads, file, seed: SEED, startBare };
}

/** The contestant with a population of this size. */
export function withPopulation(contestant, population) {
  const command = (port) => {
    const { args, ...others } = contestant.command(port);
    return { ...others, args: [...args, '--population', population] };
  };
  return { ...contestant, command };
}

async function bareNodeFor({ processes, folder, extent, population, loads, server, catalogue }) {
  const questions = new Map();
  for (const load of loads) {
    const mixture = new Mixture(catalogue, { seed: SEED, kind: load.kind });
    const count = Math.ceil(extent.mixed.answers * load.share);
    const answered = await answeredQuestions(server.url, mixture, count);
    questions.set(
      load,
      answered.map((question) => ({ ...question, status: 200, serialized: true })),
    );
  }
  const file = `answers-${population}.json`;
  writeFileSync(join(folder, file), JSON.stringify([...questions.values()].flat()));
  const [first] = questions.get(loads[0]);
  return async () => ({ questions, server: await startServer(processes, bareNode(folder, file), first) });
}

async function startPeers({ processes, folder, answered }) {
  const own = join(folder, 'mixture');
  mkdirSync(own);
  const score = answered.find(({ kind }) => kind === 'score');
  const peers = await mixturePeers(own, examplesOf(answered));
  return Promise.all(peers.map((peer) => startServer(processes, peer, score)));
}

/** One round of all loads. Peers come last: some of them are busy for a while after their load. */
export async function measureMixed({ processes, samples, round, extent }, mixed) {
  const { mixed: extents } = extent;
  const put = async (one, extentOfLoad) => {
    const outcome = await putUnderLoad(processes, one.server, one.questions(one.asked), extentOfLoad);
    one.asked += outcome.sent;
    return outcome;
  };
  const measure = async (one, extentOfLoad) =>
    record(samples, one.load.what, one.server.contestant.name, await put(one, extentOfLoad));

  const [peers, compared] = [mixed.filter(isPeer), mixed.filter((one) => !isPeer(one))];
  for (const load of new Set(compared.map((one) => one.load))) {
    const servers = compared.filter((one) => one.load === load);
    if (round === 0 && load.kind === undefined)
      for (const one of servers) {
        const { right, seconds } = await put(one, extents.coldLoad);
        samples.add(throughput(coldMixtureOf(load.population)), one.server.contestant.name, right / seconds);
        await put(one, extents.warmUp);
      }
    for (let turn = 0; turn < extents.turns; turn++)
      for (const one of rotated(servers, round + turn))
        await measure(one, turn === 0 ? extents.load : extents.nextLoad);
  }
  for (const one of rotated(peers, round)) {
    if (round === 0) await put(one, extents.warmUpOfPeers);
    await measure(one, extents.load);
    await sleep(extent.settleSeconds * 1_000);
  }
}

function isPeer({ server }) {
  return server.contestant.isPeer;
}

function record(samples, what, contestant, { right, seconds, cpu: used, p99 }) {
  samples.add(throughput(what), contestant, right / seconds);
  samples.add(latency(what, 'p99'), contestant, p99);
  samples.add(cpu(what), contestant, used === undefined ? undefined : (used * 1_000_000) / right);
}
