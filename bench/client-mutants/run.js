/**
 * Counts the mutants of the client library that a consumer's happy tests leave alive, and those of them that
 * `id-emulator audit` finds:
 * `node instrument.js && node run.js [--sample 20] [--budget 40] [--jobs 2] [--at retry.ts:7:26] [--only variant] [--all]`.
 */

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { JUDGEMENTS } from './judgements.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const COMMAND_LINE = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const RESULTS = new URL('build/outcomes.json', import.meta.url);
const CONSUMER = ['node', 'consumer.test.mjs'];
/** A consumer that takes longer than this hangs; without mutants it takes less than a second. */
const LONGEST = 30_000;
/** Most mutants are found by so few runs; the others are audited with the whole budget. */
const FIRST_RUNS = '14';
/** Not that of the service, because a client that reads a time without its zone has to be seen. */
const TIME_ZONE = 'America/New_York';

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    budget: { type: 'string', default: '1000' },
    only: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    at: { type: 'string' },
    minutes: { type: 'string', default: '1000000' },
    skip: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
});
/** Kinds of judgements on mutants that no audit can find. */
const CANNOT_BE_FOUND = new Set(['equivalent', 'right too', 'unused']);
const endsAt = performance.now() + Number(values.minutes) * 60_000;

/** All, or those at these places, such as `retry.ts:7:26,call.ts:110:69`. */
const places = values.at?.split(',');
const mutants = JSON.parse(readFileSync(new URL('build/mutants.json', import.meta.url), 'utf8')).filter(
  ({ at }) => places?.includes(at) ?? true,
);
/** By ID of the mutant: whether it is killed, and what audit finds. Kept between runs, because all of them take hours. */
const outcomes = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};

await inParallel(
  mutants.filter(({ id }) => outcomes[id] === undefined),
  async ({ id }) => {
    // A busy machine kills by chance.
    outcomes[id] = { killed: !(await isPassing(id)) && !(await isPassing(id)) };
  },
);
const survivors = mutants.filter(({ id }) => outcomes[id]?.killed === false);
const without = (outcomes.none ??= { findings: await findingsOf('', values.budget) });

/** Those that an audit may find. The others are judged; `--all` audits them as well. */
const open = survivors.filter((mutant) => values.all || !CANNOT_BE_FOUND.has(judgementOf(mutant)?.kind));
// If the time is over first, those are left that no audit has found before.
open.sort((one, other) => Number(judgementOf(one) !== undefined) - Number(judgementOf(other) !== undefined));
await inParallel(sampled(open, Number(values.sample ?? open.length)), async ({ id }) => {
  if (outcomes[id].findings !== undefined) return;
  let findings = await findingsOf(id, FIRST_RUNS);
  if (newFindings({ findings }).length === 0) findings = await findingsOf(id, values.budget);
  outcomes[id].findings = findings;
});

const audited = survivors.filter(({ id }) => outcomes[id].findings !== undefined);
const found = audited.filter(({ id }) => newFindings(outcomes[id]).length > 0);
console.log(`${mutants.length} mutants, ${survivors.length} alive after the consumer's tests`);
console.log(`without a mutant, audit has ${without.findings.length} findings`);
console.log(`${audited.length} audited, ${found.length} found`);
for (const mutant of audited) {
  const [finding = 'NOT FOUND'] = newFindings(outcomes[mutant.id]);
  console.log(
    `${mutant.id}\t${mutant.at}\t${mutant.mutator}\t${mutant.replacement.replace(/\s+/g, ' ').slice(0, 60)}\t${finding}`,
  );
}

/** What `judgements.js` says of a mutant. */
function judgementOf({ at, replacement }) {
  const text = replacement.replace(/\s+/g, ' ');
  return JUDGEMENTS.find(({ mutants: known }) =>
    known.some(
      (mutant) => mutant === at || (mutant.startsWith(`${at} `) && text.startsWith(mutant.slice(at.length + 1))),
    ),
  );
}

/** What audit reports about a mutant and not about the library as it is. */
function newFindings({ findings }) {
  return findings.filter((finding) => !without.findings.includes(finding));
}

async function isPassing(mutant) {
  return (await idEmulator(['exec', '--', ...CONSUMER], mutant, LONGEST)).code === 0;
}

/** The first lines of the findings: the call, the fault and the reaction. */
async function findingsOf(mutant, budget) {
  const filter = ['only', 'skip'].flatMap((flag) => (values[flag] === undefined ? [] : [`--${flag}`, values[flag]]));
  const limits = ['--budget', budget, ...filter];
  const { code, output } = await idEmulator(['audit', ...limits, '--', ...CONSUMER], mutant);
  const findings = [...output.matchAll(/^\d+\. (.*)$/gm)].map(([, line]) => line);
  // A mutant that works once and fails the next time is noticed as well.
  return code === 0 || findings.length > 0 ? findings : [`audit ends with ${code}: ${output.slice(-200)}`];
}

function idEmulator(parameters, mutant, limit) {
  const child = spawn(process.execPath, [COMMAND_LINE, ...parameters], {
    cwd: HERE,
    env: { ...process.env, TZ: TIME_ZONE, __STRYKER_ACTIVE_MUTANT__: mutant },
    timeout: limit,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

async function inParallel(items, act) {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined && performance.now() < endsAt; item = rest.shift()) {
      await act(item);
      writeFileSync(RESULTS, JSON.stringify(outcomes, undefined, 1));
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
}

/** Evenly spread, so that each file and each kind of mutant has its part. */
function sampled(items, count) {
  const step = items.length / Math.min(count, items.length);
  return Array.from({ length: Math.min(count, items.length) }, (_, at) => items[Math.floor(at * step)]);
}
