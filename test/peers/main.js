/**
 * Tries this package with what its users install beside it: `npm run test:peers`.
 *
 *     npm run test:peers                       the versions that docs/versioning.md records, and nothing that came later
 *     npm run test:peers -- latest             the newest that npm chooses today
 *     npm run test:peers -- latest --write     and records those that held in docs/versioning.md
 *     ... --tarball <file>                     takes this tarball, and packs none
 *     ... --node 24 --only features            one version of Node.js, one folder of `contents.js`
 *
 * Exit code 1 if one did not hold, 2 if nothing could be tried.
 */

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, UsageError } from './arguments.js';
import { heldAfter, readHeld, writeHeld } from './held-versions.js';
import { HAS_OTHER_VERSIONS, installNode, runningVersion } from './node-versions.js';
import { pack, whyNoRegistry } from './npm.js';
import { merged, report, summary } from './report.js';
import { NODE, runFolder } from './run-folder.js';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

const place = await realpath(await mkdtemp(join(tmpdir(), 'id-emulator-peers-')));
try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`test:peers: ${error.message}`);
  process.exitCode = 2;
} finally {
  await rm(place, { recursive: true, force: true });
}

async function main() {
  const begin = new Date();
  const { isLatest, write, tarball, majors, folders } = readArguments();
  const reason = await whyNoRegistry(place);
  if (reason !== undefined) {
    console.error(`test:peers: not run, because npm reaches no registry: ${reason}`);
    process.exitCode = 2;
    return;
  }
  const before = readHeld();
  const held = isLatest ? undefined : before;
  const file = tarball ?? (await pack(REPOSITORY, place));
  const nodes = await nodeVersions(majors, held);
  const runs = nodes.flatMap((node) => folders.map((folder) => ({ node, folder })));
  const results = merged(
    await inLanes(runs, async ({ node, folder }) => {
      const found = await runFolder(place, folder, node, { tarball: file, held });
      console.log(`${folder.name} on Node.js ${node.version}: ${summary(found)}`);
      return found;
    }),
  );
  const seconds = Math.round((Date.now() - begin.getTime()) / 1_000);
  console.log(`\n${report(results)}\ntest:peers: ${summary(results)}, in ${seconds} s`);
  if (write) writeHeld(heldAfter(before, results, begin.toISOString().replace(/\.\d+/, '')));
  if (results.every(({ outcome }) => outcome === 'not run')) process.exitCode = 2;
  if (results.some(({ outcome }) => outcome === 'not held')) process.exitCode = 1;
}

/** @param {readonly string[]} majors @param {import('./types.js').Held} [held] */
async function nodeVersions(majors, held) {
  if (HAS_OTHER_VERSIONS)
    return await Promise.all(majors.map((major) => installNode(place, major, held?.versions[NODE]?.[major])));
  console.log('Only the Node.js that runs is tried: npm has the others for Linux with x86-64.');
  return [runningVersion()];
}

/**
 * As many at once as there are processors, because most have more than one process.
 * @template Run
 * @param {readonly Run[]} runs @param {(run: Run) => Promise<import('./types.js').Result[]>} perform
 */
async function inLanes(runs, perform) {
  const waiting = [...runs];
  /** @type {import('./types.js').Result[]} */
  const results = [];
  const lane = async () => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) results.push(...(await perform(run)));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return results;
}
