/** `node bench/compare.js <commit>`: measures the mixture with this build and that of an earlier commit, in turns. */

import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBuilt, emulator, EMULATOR } from './contestants/contestants.js';
import { WHOLE } from './extent.js';
import { cpu, throughput } from './measures/figures.js';
import { measureMixed, mixedLoads, startMixed } from './measures/mixture.js';
import { npm } from './processes/npm.js';
import { processesOfProgram } from './processes/processes-of-program.js';
import { ratio, Samples } from './report/samples.js';
import { readable, table } from './report/tables.js';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const [commit, ...more] = process.argv.slice(2);
if (commit === undefined || more.length > 0) {
  console.error('usage: node bench/compare.js <commit>');
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
  const name = `${EMULATOR} at ${commit}`;
  console.error(`building ${commit}`);
  await git('worktree', 'add', '--detach', '--quiet', tree, commit);
  symlinkSync(join(PROJECT, 'node_modules'), join(tree, 'node_modules'));
  await npm(processes, ['run', '--silent', 'build'], tree);
  const context = { processes, folder, extent: WHOLE, samples: new Samples() };
  const mixed = await startMixed(context, [emulator([], { main: join(tree, 'dist/cli/main.js'), name }), emulator()]);
  for (let round = 0; round < WHOLE.rounds; round++) {
    console.error(`round ${round + 1} of ${WHOLE.rounds}`);
    await measureMixed({ ...context, round }, mixed);
  }
  const figures = mixedLoads(WHOLE).flatMap(({ what }) => [throughput(what), cpu(what)]);
  console.log(
    table(
      ['measure', 'unit', commit, 'now', 'now by it'],
      figures.map((figure) => row(context.samples, figure, name)),
      2,
    ),
  );
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
