/**
 * Counts the mutants of the client library that a consumer's happy tests leave alive, and those of them that
 * `id-emulator audit` finds:
 * `node instrument.js && node run.js [--sample 20 --seed 1] [--budget 40] [--jobs 2] [--at retry.ts:8:26] [--only variant] [--all]`.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const COMMAND_LINE = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const RESULTS = new URL('build/outcomes.json', import.meta.url);
const CONSUMER = ['node', 'consumer.test.mjs'];
/** A consumer that takes longer than this hangs; without mutants it takes less than a second. */
const LONGEST = 30_000;
/** Most mutants are found by so few runs; the others are audited with the whole budget. */
const FIRST_RUNS = '12';
/** How often an audit is started whose command fails without a fault. */
const ATTEMPTS = 4;
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
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
  },
});
/** What is known of mutants that no audit finds; the README says what the kinds mean. */
const JUDGEMENTS = JSON.parse(readFileSync(new URL('judgements.json', import.meta.url), 'utf8'));
/** Kinds of judgements on mutants that no audit can find. */
const CANNOT_BE_FOUND = new Set(['equivalent', 'right too', 'unused']);
const endsAt = performance.now() + Number(values.minutes) * 60_000;

/** All, or those at these places, such as `retry.ts:8:26,call.ts:120:17`. */
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
writeFileSync(RESULTS, JSON.stringify(outcomes, undefined, 1));

/** Those that an audit may find, in the order in which samples are drawn. */
const findable = shuffled(
  survivors.filter((mutant) => !CANNOT_BE_FOUND.has(judgementOf(mutant)?.kind)),
  values.seed,
);
const sample = values.all ? survivors : findable.slice(0, Number(values.sample ?? findable.length));
await inParallel(
  sample.filter((mutant) => values.all || judgementOf(mutant) === undefined),
  async ({ id }) => {
    if (outcomes[id].findings !== undefined) return;
    let findings = await findingsOf(id, FIRST_RUNS);
    if (newFindings({ findings }).length === 0) findings = await findingsOf(id, values.budget);
    outcomes[id].findings = findings;
  },
);

const count = (kind) => survivors.filter((mutant) => judgementOf(mutant)?.kind === kind).length;
const found = sample.filter(({ id }) => outcomes[id].findings !== undefined && newFindings(outcomes[id]).length > 0);
console.log(`${mutants.length} mutants, ${survivors.length} alive after the consumer's tests`);
for (const kind of CANNOT_BE_FOUND) console.log(`${count(kind)} ${kind}`);
console.log(`${findable.length} others, ${sample.length} in the sample, ${found.length} of them found`);
console.log(`without a mutant, audit has ${without.findings.length} findings`);
for (const mutant of sample) {
  const { findings } = outcomes[mutant.id];
  const [finding = 'NOT FOUND'] = findings === undefined ? ['NOT AUDITED'] : newFindings(outcomes[mutant.id]);
  const { reason = '' } = judgementOf(mutant) ?? {};
  console.log([mutant.id, mutant.at, mutant.replacement.replace(/\s+/g, ' ').slice(0, 60), finding, reason].join('\t'));
}

/** What `judgements.json` says of a mutant. */
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
  for (let left = ATTEMPTS; ; left -= 1) {
    const { code, output } = await idEmulator(['audit', '--budget', budget, ...filter, '--', ...CONSUMER], mutant);
    if (code === 0 || code === 1) return [...output.matchAll(/^\d+\. (.*)$/gm)].map(([, line]) => line);
    // The consumer failed without a fault, as it may on a busy machine.
    if (left === 1) {
      console.error(`mutant ${mutant}: audit ends with ${code}: ${output.slice(-500)}`);
      return [];
    }
  }
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

/** In an order that the seed decides. */
function shuffled(items, seed) {
  const rank = ({ id }) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return items.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
}
