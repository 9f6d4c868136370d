/**
 * Audits the correct clients and their mutants, one after the other, and writes RESULTS.md with `--write`.
 * A subject that has a result of this engine already is left out, so an interrupted run goes on where it ended.
 * Needs `npm run build` in the root of the repository. The options are in README.md.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BUILD, HERE, loadSubjects } from './subjects.mjs';
import { summarise, tablesOf } from './tables.mjs';
import { judge } from './verdict.mjs';

const RESULTS = join(BUILD, 'results');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '5' },
    budget: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    clients: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const engine = execFileSync('git', ['rev-parse', '--short=12', 'HEAD:src'], { cwd: HERE, encoding: 'utf8' }).trim();
const subjects = loadSubjects();
mkdirSync(RESULTS, { recursive: true });

let isGood = true;
for (const subject of chosen()) {
  const known = resultOf(subject);
  const isKnown =
    known?.error === undefined && known?.engine === engine && known.hash === subject.hash && !values.again;
  const result = isKnown ? known : { ...attempt(subject), engine, hash: subject.hash, whole: values.whole };
  if (!isKnown) writeFileSync(fileOf(subject), JSON.stringify(result, undefined, 2));
  console.log(summarise(subject, result));
  isGood &&= subject.mutant === undefined ? result.findings?.length === 0 : result.isFound === true;
}
if (values.write) {
  const results = subjects.map((subject) => [subject, resultOf(subject)]).filter(([, result]) => result !== undefined);
  const open = subjects.filter((subject) => resultOf(subject) === undefined).map(({ name }) => name);
  writeFileSync(join(HERE, 'RESULTS.md'), tablesOf(results, open));
}
process.exitCode = isGood ? 0 : 1;

function attempt(subject) {
  try {
    return judge(subject, values);
  } catch (error) {
    return { error: error.message };
  }
}

function chosen() {
  const [shard, shards] = values.shard.split('/').map(Number);
  const wanted = subjects.filter(({ name, client, mutant }) => {
    if (positionals.length > 0 && !positionals.includes(name) && !positionals.includes(client)) return false;
    return values.clients === values.mutants || (mutant === undefined) === values.clients;
  });
  const part = wanted.filter((_, index) => index % shards === shard - 1);
  return values.sample === undefined ? part : sampleOf(part, Number(values.sample), Number(values.seed));
}

/** The same few subjects for the same seed. */
function sampleOf(all, size, seed) {
  const rest = [...all];
  // Seeds that are near each other begin far from each other.
  let state = Math.imul(seed, 0x9e37_79b1);
  return Array.from({ length: Math.min(size, all.length) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1)[0];
  });
}

function fileOf({ name }) {
  return join(RESULTS, `${name}.json`);
}

function resultOf(subject) {
  return existsSync(fileOf(subject)) ? JSON.parse(readFileSync(fileOf(subject), 'utf8')) : undefined;
}
