/**
 * `node bench/compare.js <commit or built checkout>`: this build and another one, in five pairs of new processes: start,
 * memory, and requests that were not asked before.
 */

import { existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkBuilt, emulator, EMULATOR } from './contestants/contestants.js';
import { rotated } from './contestants/rotated.js';
import { SMALL_POPULATION, WHOLE } from './extent.js';
import { putUnderLoad } from './load/put-under-load.js';
import { cpu, IDLE_MEMORY, mixedMemory, START, throughput } from './measures/figures.js';
import { coldMixtureOf, measureMixed, mixedLoads, prepareMixed, withPopulation } from './measures/mixture.js';
import { npm } from './processes/npm.js';
import { residentMegabytes } from './processes/process-figures.js';
import { processesOfProgram } from './processes/processes-of-program.js';
import { startServer } from './processes/start-server.js';
import { tokenQuestion } from './questions/questions.js';
import { ratio, Samples } from './report/samples.js';
import { readable, table } from './report/tables.js';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const BUILT = 'dist/cli/main.js';
/** Two processes of one build differ by a seventh for as long as they live. */
const PAIRS = 5;

const [other, ...more] = process.argv.slice(2);
if (other === undefined || more.length > 0) {
  console.error('usage: node bench/compare.js <commit or built checkout>');
  process.exit(2);
}

const processes = processesOfProgram();
const { folder } = processes;
const tree = join(folder, 'commit');

try {
  checkBuilt();
  await compare();
} catch (error) {
  console.error(`compare: ${error.message}`);
  process.exitCode = 1;
} finally {
  await processes.stopAll();
  if (existsSync(tree)) await git('worktree', 'remove', '--force', tree);
}

async function compare() {
  const checkout = existsSync(join(other, BUILT)) ? resolve(other) : await builtCommit();
  const name = `${EMULATOR}, ${other}`;
  const contestants = [emulator([], { main: join(checkout, BUILT), name }), emulator()];
  const context = { processes, folder, extent: WHOLE, samples: new Samples() };
  const prepared = [];
  for (const population of [SMALL_POPULATION, WHOLE.mixed.population])
    prepared.push({ population, ...(await prepareMixed(context, population)) });
  // The first start of a build compiles what the later ones find compiled.
  for (const contestant of contestants) await start(contestant, SMALL_POPULATION).then(stop);
  for (let pair = 0; pair < PAIRS; pair++) {
    console.error(`pair ${pair + 1} of ${PAIRS}`);
    for (const of of prepared) await measurePair(context, rotated(contestants, pair), of);
  }
  const loads = mixedLoads(WHOLE);
  const cold = loads.filter(({ kind }) => kind === undefined).map(({ population }) => coldMixtureOf(population));
  const figures = [
    START,
    IDLE_MEMORY,
    mixedMemory(WHOLE.requests),
    ...[...cold, ...loads.map(({ what }) => what)].map(throughput),
    ...loads.map(({ what }) => cpu(what)),
  ];
  console.log(
    table(
      ['measure', 'unit', other, 'now', 'now by it'],
      figures.map((figure) => row(context.samples, figure, name)),
      2,
    ),
  );
}

/** Both builds in new processes with this population, loaded in turns. */
async function measurePair(context, contestants, { population, loads, file, seed }) {
  const { samples, extent } = context;
  const servers = [];
  for (const contestant of contestants) {
    const server = await start(contestant, population);
    servers.push(server);
    if (population !== SMALL_POPULATION) continue;
    samples.add(START, contestant.name, server.startMilliseconds);
    await sleep(extent.settleSeconds * 1_000);
    samples.add(IDLE_MEMORY, contestant.name, residentMegabytes(server.child.pid));
  }
  const questions =
    ({ kind }) =>
    (asked) => ({ file, seed, kind, asked });
  const mixed = loads.flatMap((load) =>
    servers.map((server) => ({ server, load, asked: 0, questions: questions(load) })),
  );
  // To the new processes, each round is the first one.
  await measureMixed({ ...context, round: 0 }, mixed);
  for (const server of servers) await stop(server);
  if (population === SMALL_POPULATION) return;
  for (const contestant of contestants) {
    const server = await start(contestant, population);
    await putUnderLoad(processes, server, { file, seed: seed + 1, asked: 0 }, { count: extent.requests });
    samples.add(mixedMemory(extent.requests), contestant.name, residentMegabytes(server.child.pid));
    await stop(server);
  }
}

function start(contestant, population) {
  return startServer(processes, withPopulation(contestant, population), tokenQuestion());
}

function stop({ child }) {
  return processes.stop(child);
}

/** The commit, built in a worktree of its own. */
async function builtCommit() {
  console.error(`building ${other}`);
  await git('worktree', 'add', '--detach', '--quiet', tree, other);
  symlinkSync(join(PROJECT, 'node_modules'), join(tree, 'node_modules'));
  await npm(processes, ['run', '--silent', 'build'], tree);
  return tree;
}

function row(samples, figure, name) {
  const rows = [name, EMULATOR].map((contestant) =>
    samples.rows().find((one) => one.figure === figure.name && one.contestant === contestant),
  );
  const gain = ratio(samples.of(figure, EMULATOR), samples.of(figure, name));
  return [figure.name, figure.unit, ...rows.map((one) => readable(one.median)), readable(gain)];
}

function git(...args) {
  return processes.output({ program: 'git', args: ['-C', PROJECT, ...args] });
}
