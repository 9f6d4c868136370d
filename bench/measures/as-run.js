/**
 * The emulator as its users run it: with its log on, with its page open, as a command. Two processes of one build
 * differ by a seventh for as long as they live, so every sample is of a new pair of processes.
 */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BARE_NODE, emulator } from '../contestants/contestants.js';
import { rotated } from '../contestants/rotated.js';
import { openPage } from '../load/open-page.js';
import { putUnderLoad } from '../load/put-under-load.js';
import { secondsOf } from '../processes/seconds-of.js';
import { startServer } from '../processes/start-server.js';
import { atLeast, atMost } from '../report/bounds.js';
import { ratio } from '../report/samples.js';
import { tokenQuestion } from '../questions/questions.js';
import { COMMAND, cpu } from './figures.js';
import { NEW_SCORE, prepareMixed, withPopulation } from './mixture.js';

export const AS_RUN = `${NEW_SCORE}, in new processes`;

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/**
 * Ways to start the emulator. `output`: the log goes into a file. `isWatched`: the page is open.
 * @type {{ name: string, log: string, output?: boolean, isWatched?: boolean }[]}
 */
export const WAYS = [
  { name: 'no log', log: 'silent' },
  { name: 'log as JSON into a file', log: 'json', output: true },
  { name: 'log for people into a file', log: 'pretty', output: true },
  { name: 'log as JSON into a pipe', log: 'json' },
  { name: 'log as JSON into a file, page open', log: 'json', output: true, isWatched: true },
];

/** Programs that are run as a whole, each beside the one that nobody can be faster than. */
export const COMMANDS = {
  exec: { of: '`id-emulator exec -- true`', by: '`node -e 0`' },
};

/** @type {import('../report/reach.js').Goal[]} */
export const GOALS_AS_RUN = [
  ...WAYS.map(({ name }, at) => ({
    id: `as-run-${at}`,
    measure: `score never asked before, processor time of bare \`node:http\` by ours: ${name}`,
    bound: atLeast([0.4, 0.35][at] ?? 0.32),
    measured: ({ samples }) => ratio(samples.of(cpu(AS_RUN), BARE_NODE), samples.of(cpu(AS_RUN), name)),
  })),
  {
    id: 'exec',
    measure: `${COMMANDS.exec.of} as a whole process, by ${COMMANDS.exec.by}`,
    bound: atMost(3),
    measured: ({ samples }) => ratio(samples.of(COMMAND, COMMANDS.exec.of), samples.of(COMMAND, COMMANDS.exec.by)),
  },
];

/** One round. */
export async function measureAsRun(context) {
  const { kept, extent, samples } = context;
  const [load] = (kept.asRun ??= await prepareMixed(context, extent.mixed.population)).loads.filter(
    ({ what }) => what === NEW_SCORE,
  );
  for (let pair = 0; pair < extent.pairs; pair++) await measurePair(context, kept.asRun, load);
  for (let time = 0; time < extent.commands; time++) {
    samples.add(COMMAND, COMMANDS.exec.by, await secondsOf(context.processes, ['-e', '0']));
    samples.add(COMMAND, COMMANDS.exec.of, await secondsOf(context.processes, [MAIN, 'exec', '--', 'true']));
  }
}

/** Bare Node, and the emulator in each way, one after the other. */
async function measurePair(context, { file, seed, startBare }, load) {
  const { processes, extent, samples, round } = context;
  const bare = await startBare();
  const measure = async (server, questions, name) => {
    const { right, cpu: used } = await putUnderLoad(processes, server, questions, extent.asRun);
    samples.add(cpu(AS_RUN), name, used === undefined ? undefined : (used * 1_000_000) / right);
    await processes.stop(server.child);
  };
  for (const way of rotated(WAYS, round)) {
    const server = await startServer(processes, inWay(context, way), tokenQuestion());
    const page = way.isWatched ? await openPage(server.url) : undefined;
    await measure(server, { file, seed, kind: load.kind, asked: 0 }, way.name);
    page?.close();
  }
  await measure(bare.server, bare.questions.get(load), BARE_NODE);
}

/** @returns {import('../contestants/contestants.js').Contestant} */
function inWay({ folder, extent }, { name, log, output }) {
  const contestant = withPopulation(emulator(['--log', log]), extent.mixed.population);
  return {
    ...contestant,
    name,
    command: (port) => {
      const { args } = contestant.command(port);
      return { args, ...(output && { output: join(folder, 'log.txt') }) };
    },
  };
}
