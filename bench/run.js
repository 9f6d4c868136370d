/** Measures the emulator and its peers side by side, prints one table, and keeps it where the run was a whole one. */

import { writeFileSync } from 'node:fs';
import { checkBuilt } from './contestants.js';
import { environment } from './environment.js';
import { measureMemory } from './measure-memory.js';
import { measureStart } from './measure-start.js';
import { measureThroughput } from './measure-throughput.js';
import { isWholeRun, readOptions, USAGE, UsageError } from './options.js';
import { markdownPage, markdownTable, summarize } from './report.js';
import { Samples } from './samples.js';
import { StartedProcesses } from './started-processes.js';

const MEASURES = { start: measureStart, throughput: measureThroughput, memory: measureMemory };

const processes = new StartedProcesses();
process.on('exit', () => processes.killAll());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  const isUsage = error instanceof UsageError;
  console.error(isUsage ? `${error.message}\nusage: ${USAGE}` : error);
  process.exitCode = isUsage ? 2 : 1;
} finally {
  await processes.stopAll();
}

/** A round measures everything once, so that a slow minute of the machine touches all figures alike. */
async function run(options) {
  checkBuilt();
  const samples = new Samples();
  for (let round = 0; round < options.rounds; round++) {
    for (const name of options.measurements) {
      console.error(`round ${round + 1} of ${options.rounds}: ${name}`);
      await MEASURES[name]({ processes, samples, round, options });
    }
  }
  report(summarize(samples.rows()), options);
}

function report(summaries, options) {
  console.log(markdownTable(summaries));
  if (!isWholeRun(options)) return;
  const facts = environment();
  keep('RESULTS.md', markdownPage(summaries, facts, options));
  keep('results.json', `${JSON.stringify({ environment: facts, options, rows: summaries }, undefined, 2)}\n`);
}

function keep(file, text) {
  writeFileSync(new URL(file, import.meta.url), text);
}
