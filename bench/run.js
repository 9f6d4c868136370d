/** `npm run bench`: measures the emulator and its peers side by side, and writes the report. */

import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { SMOKE, WHOLE } from './extent.js';
import { readOptions, USAGE, UsageError } from './options.js';
import { prepare, prepareForSmoke } from './prepare.js';
import { processesOfProgram } from './processes/processes-of-program.js';
import { MEASURES } from './measures/measures.js';
import { markdownPage, reachTable } from './report/markdown.js';
import { readReasons } from './report/reasons.js';
import { resultOf } from './report/result.js';
import { runRounds } from './run-rounds.js';

const processes = processesOfProgram();

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  const isUsage = error instanceof UsageError;
  console.error(isUsage ? `${error.message}; usage: ${USAGE}` : `bench: ${error.message}`);
  process.exitCode = isUsage ? 2 : 1;
} finally {
  await processes.stopAll();
}

async function run({ quick, measures }) {
  await (quick ? prepareForSmoke(processes) : prepare(processes));
  const extent = quick ? SMOKE : WHOLE;
  const finished = await runRounds({
    processes,
    folder: processes.folder,
    extent,
    measures,
    tell: (line) => console.error(line),
  });
  const result = await resultOf(finished, performance.now() / 1_000);
  const page = markdownPage(result, readReasons());
  const isWhole = !quick && measures.length === Object.keys(MEASURES).length;
  if (quick)
    console.log(`all answers were right: ${[...new Set(result.rows.map(({ contestant }) => contestant))].join('; ')}`);
  else console.log(isWhole ? reachTable(result.reach) : page);
  // Parts of a run, and quick ones, are looked at and not kept.
  if (isWhole) keep(result, page);
}

function keep(result, page) {
  writeFileSync(new URL('RESULTS.md', import.meta.url), page);
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(result, undefined, 2)}\n`);
}
