/** Audits one subject and says whether its planted mistake was found. */

import { spawnSync } from 'node:child_process';
import { ENVIRONMENT, prepare } from './subjects.mjs';

/** How long the command of a finding may take. The command of a hang never ends. */
const COMMAND_LIMIT = 20_000;
/** A command that is an audit of its own takes several runs. */
const AUDIT_LIMIT = 180_000;
const WITHOUT_FAULT = 'without-fault';

/** With `whole`, mutants are audited like clients; without it, only where the mistake was planted. */
export function judge(subject, { minutes, budget, whole }) {
  const folder = prepare(subject);
  const { mutant, settings } = subject;
  const { command, only, flags = [] } = settings;
  const options = ['audit', '--json', '--minutes', String(minutes), ...flags];
  if (budget !== undefined) options.push('--budget', budget);
  if (mutant !== undefined && !whole) options.push(...scopeOf(mutant));
  else if (only !== undefined) options.push('--only', only);
  const { stdout, stderr } = run(folder, 'id-emulator', [...options, '--', ...command]);
  if (!stdout.startsWith('{')) return { error: lastLines(stderr) };
  const report = JSON.parse(stdout);
  const { observedKinds, kinds, unsteady, runs, time, endedEarly } = report.counts;
  const asides = report.asides.map(({ what, id }) => what ?? id);
  const result = {
    findings: report.findings.map(({ id, cells, details, repeat }) => ({ id, cells, details, repeat })),
    counts: { observedKinds, kinds, unsteady, runs, seconds: Math.round(time / 1000), endedEarly },
    asides,
  };
  return mutant === undefined ? result : { ...result, ...find(mutant, report, folder) };
}

/** What a mistake without any fault needs is the two runs that every audit starts with. */
function scopeOf({ expect: { at, fault } }) {
  if (at === WITHOUT_FAULT) return ['--budget', '1'];
  return [
    '--only',
    [at]
      .flat()
      .flatMap((operation) => [fault].flat().map((one) => `${operation}:${one}`))
      .join(),
  ];
}

/** The reaction of each cell that counts as finding the mistake. Without a fault, a rule of the judge stands for it. */
function expectedCells({ expect: { at, fault, reaction } }) {
  const cells = new Map();
  for (const operation of [at].flat()) {
    for (const one of [fault].flat()) {
      if (at === WITHOUT_FAULT) cells.set(`${at}:${one}`, reaction);
      else for (const word of [reaction].flat()) cells.set(`${operation}:${one}:${word.replaceAll(' ', '-')}`, word);
    }
  }
  return cells;
}

function find(mutant, { findings }, folder) {
  const expected = expectedCells(mutant);
  const match = findings.find(({ cells }) => cells.some((cell) => expected.has(cell)));
  if (match === undefined) return { isFound: false };
  const isFound = isShown(match, expected.get(match.cells.find((cell) => expected.has(cell))), folder);
  return { isFound, run: match.run, ...(!isFound && { notShown: match.repeat }) };
}

/**
 * The command of a finding has to meet the fault, and to show the reaction by its exit code or by never ending. That of
 * a race has a control, which passes, or is an audit of its own, which fails.
 */
function isShown({ repeat, control }, reaction, folder) {
  const isAudit = repeat.startsWith('id-emulator audit');
  const { status, stderr, error } = run(folder, 'sh', ['-c', repeat], isAudit ? AUDIT_LIMIT : COMMAND_LIMIT);
  if (stderr.includes('was not met')) return false;
  if (control !== undefined && run(folder, 'sh', ['-c', control], COMMAND_LIMIT).status !== 0) return false;
  // A test with calls that overlap may have a time limit of its own.
  if (reaction === 'hung') return error?.code === 'ETIMEDOUT' || (control !== undefined && status !== 0);
  const isSilent = reaction === 'swallowed' || reaction === 'wrong result';
  return error === undefined && (status === 0) === (isSilent && control === undefined && !isAudit);
}

function run(cwd, command, options, timeout) {
  return spawnSync(command, options, { cwd, env: ENVIRONMENT, encoding: 'utf8', maxBuffer: Infinity, timeout });
}

function lastLines(text) {
  return text.trim().split('\n').slice(-6).join('\n');
}
