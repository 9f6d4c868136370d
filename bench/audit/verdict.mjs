/** Audits one subject and says whether its planted mistake was found. */

import { spawnSync } from 'node:child_process';
import { ENVIRONMENT, prepare } from './subjects.mjs';

/** How long the command of a finding may take. The command of a hang never ends. */
const COMMAND_LIMIT = 40_000;

/** With `whole`, mutants are audited like clients; without it, only where the mistake was planted. */
export function judge(subject, { minutes, whole }) {
  const folder = prepare(subject);
  const { mutant, settings } = subject;
  const options = ['audit', '--json', '--minutes', String(minutes)];
  if (mutant !== undefined && !whole) options.push('--only', cellsOf(mutant).map(([at]) => at).join());
  const { stdout, stderr } = run(folder, 'id-emulator', [...options, '--', ...settings.command]);
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

/** Each cell that counts as finding the mistake, as [operation:fault, reaction]. */
function cellsOf({ expect: { at, fault, reaction } }) {
  return [at].flat().flatMap((operation) => [fault].flat().map((one) => [`${operation}:${one}`, reaction]));
}

function find(mutant, { findings }, folder) {
  const ids = cellsOf(mutant).map(([at, reaction]) => `${at}:${reaction.replaceAll(' ', '-')}`);
  const match = findings.find(({ cells }) => cells.some((cell) => ids.includes(cell)));
  if (match === undefined) return { isFound: false };
  const shown = isShown(match, mutant.expect.reaction, folder);
  return { isFound: shown, ...(!shown && { notShown: match.repeat }) };
}

/** The command of a finding has to meet the fault, and to show the reaction by its exit code or by never ending. */
function isShown({ repeat }, reaction, folder) {
  const { status, stderr, error } = run(folder, 'sh', ['-c', repeat], COMMAND_LIMIT);
  if (stderr.includes('was not met')) return false;
  if (reaction === 'hung') return error?.code === 'ETIMEDOUT';
  const isSilent = reaction === 'swallowed' || reaction === 'wrong result';
  return error === undefined && (status === 0) === isSilent;
}

function run(cwd, command, options, timeout) {
  return spawnSync(command, options, { cwd, env: ENVIRONMENT, encoding: 'utf8', maxBuffer: Infinity, timeout });
}

function lastLines(text) {
  return text.trim().split('\n').slice(-6).join('\n');
}
