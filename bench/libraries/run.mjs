/**
 * Runs each library's suite plainly, with the judge, and under `audit`, and compares what is found with what is
 * recorded in its folder. README.md has the options. `<name> audit ...` and `<name> exec ...` run one command alone.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ENVIRONMENT, HERE, lackOf, prepare, settingsOf } from './prepare.mjs';

const names = readdirSync(HERE).filter((name) => existsSync(join(HERE, name, 'library.json')));
const [first, verb, ...flags] = process.argv.slice(2);

try {
  main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}

function main() {
  if (['audit', 'exec'].includes(verb)) {
    process.exitCode = emulator(prepared(first), [verb, ...flags], 'inherit').status;
    return;
  }

  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      budget: { type: 'string', default: '60' },
      overlaps: { type: 'string', default: '20' },
      newest: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  for (const name of positionals) settingsOf(name);
  const wanted = names.filter((name) => positionals.length === 0 || positionals.includes(name));
  for (const name of wanted) {
    try {
      report(name, values);
    } catch (error) {
      console.error(`${name}: ${error.message}`);
      process.exitCode = 1;
    }
  }
}

function report(name, options) {
  const lack = lackOf(name);
  if (lack !== undefined) {
    console.log(`${name}: left out: ${lack}`);
    return;
  }

  const file = join(HERE, name, 'recorded.json');
  const subject = prepared(name, options.newest);
  const found = measure(subject, options);
  const recorded = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { found: [], held: '' };
  const before = new Set([...recorded.found.map(kindOf), ...recorded.held.split(' ')]);
  const more = found.all.filter((one) => !recorded.found.includes(one));
  const news = more.filter((one) => isAmong(one, before));
  const gone = recorded.found.filter((one) => !found.all.includes(one) && isAmong(one, found.tried));

  console.log(`${name}: ${subject.versions.join(', ')}: ${found.all.length} found, in ${found.runs} runs`);
  for (const one of more) console.log(`  ${news.includes(one) ? 'new' : 'not tried before'}: ${one}`);
  for (const one of gone) console.log(`  gone: ${one}`);
  if (news.length + gone.length > 0) process.exitCode = 1;
  if (options.write) writeFileSync(file, `${JSON.stringify(recordOf(subject, found), undefined, 2)}\n`);
}

/** What `recorded.json` has: `held` are the kinds that were tried and are right. */
function recordOf({ versions }, { all, tried, runs }) {
  const wrong = new Set(all.map(kindOf));
  const held = [...tried].filter((kind) => !wrong.has(kind)).sort();
  return { versions, runs, found: all, held: held.join(' ') };
}

/** Whether it was tried: all but the kinds of faults is tried in each run. */
function isAmong(one, kinds) {
  return !one.includes(':') || one.startsWith('without-fault:') || kinds.has(kindOf(one));
}

/** Everything that is wrong, as `plain`, `judge rule` or a cell of `audit`, and the kinds that the audits have tried. */
function measure(subject, { budget, overlaps }) {
  const plain = emulator(subject, ['exec']);
  if (plain.status !== 0) return { all: ['the plain suite fails'], tried: new Set(), runs: 1 };

  const junit = join(subject.folder, 'judge.xml');
  emulator(subject, ['exec', '--judge', '--junit', junit]);
  const cases = readFileSync(junit, 'utf8').split('<testcase ').slice(1);
  const broken = cases.filter((text) => text.includes('<failure'));
  const rules = broken.map((text) => `judge ${/behaviour\.([\w-]+)/.exec(text)[1]}`);

  const audits = [
    ['--budget', budget, '--skip', 'overlap'],
    ['--budget', overlaps, '--only', 'overlap'],
  ].map((extent) => audit(subject, extent));
  const ids = audits.flatMap(({ findings }) => findings.flatMap(({ id, cells: shown }) => shown ?? [id]));
  // A broken rule is recorded by its cell alone.
  const cells = ids.map((id) => id.replace(/(:misbehaved):.+/, '$1'));
  const entries = audits.flatMap(({ plan }) => plan).filter(({ reaction }) => reaction !== undefined);
  const tried = entries.map(({ id, fault }) => `${/[\w*]+(?=[#[:])/.exec(id)[0]}:${fault}`);
  return {
    all: [...new Set([...rules, ...cells])].sort(),
    tried: new Set(tried),
    runs: audits.reduce((sum, { counts }) => sum + counts.runs, 2),
  };
}

function audit(subject, extent) {
  const { stdout, stderr } = emulator(subject, ['audit', '--json', ...extent]);
  if (!stdout.startsWith('{')) throw new Error(`it cannot be audited: ${stderr.trim()}`);
  const result = JSON.parse(stdout);
  writeFileSync(join(subject.folder, `audit${extent.includes('--only') ? '-overlap' : ''}.json`), stdout);
  return result;
}

/** Operation and fault of a cell, without its reaction. */
function kindOf(cell) {
  return cell.split(':').slice(0, 2).join(':');
}

function prepared(name, isNewest = false) {
  const lack = lackOf(name);
  if (lack !== undefined) throw new Error(`${name} is left out: ${lack}`);
  return prepare(name, isNewest);
}

function emulator({ folder, command }, options, stdio = 'pipe') {
  return spawnSync('id-emulator', [...options, '--', ...command], {
    cwd: folder,
    env: ENVIRONMENT,
    encoding: 'utf8',
    maxBuffer: Infinity,
    stdio,
  });
}
