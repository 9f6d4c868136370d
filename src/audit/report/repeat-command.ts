/** The command that repeats a finding. */

import type { Observation } from '../classify/classify.js';
import type { PlanEntry } from '../plan/plan.js';
import { formatInjection } from '../../emulator/injection/injection.js';
import type { Reaction } from '../classify/reaction.js';
import type { TestRunner } from '../../emulator/injection/trail.js';

/** The flag with which a test runner runs only tests of a name. */
const NAME_FLAGS: Readonly<Record<TestRunner, string>> = {
  vitest: '-t',
  jest: '-t',
  'node-test': '--test-name-pattern',
  playwright: '-g',
};
/** They pass on to the script what stands behind two hyphens. */
const SCRIPT_RUNNERS = new Set(['npm', 'pnpm']);

/** `id-emulator exec --inject 'getUsers#2:rate-limit-burst;burst=1' -- npm test -- -t 'reads all users'` */
export function repeatCommand(
  entry: PlanEntry,
  { test, reaction }: Pick<Observation, 'test' | 'reaction'>,
  { command, flags, outcomeFlags }: Repeated & { readonly outcomeFlags: readonly string[] },
): string {
  // Only the audit compares outcomes, and kills.
  if (entry.fault.kills === true || (outcomeFlags.length > 0 && PROVEN.has(reaction))) {
    const kill = entry.fault.kills === true ? ['--kill'] : [];
    const only = ['--only', `${entry.call.operation}:${entry.fault.id}`];
    return ['id-emulator', 'audit', ...flags, ...outcomeFlags, ...kill, ...only, '--', ...command]
      .map(quoted)
      .join(' ');
  }
  const isScript = SCRIPT_RUNNERS.has(command[0] ?? '') && !command.includes('--');
  // node --test takes the flag before its files only.
  const canBeNamed = test !== undefined && test.runner !== 'node-test';
  const only = canBeNamed ? [...(isScript ? ['--'] : []), NAME_FLAGS[test.runner], patternOf(test)] : [];
  const inject = ['--inject', formatInjection(entry.injection)];
  const judged = reaction === 'misbehaved' && !flags.includes(JUDGED) ? [JUDGED] : [];
  return ['id-emulator', 'exec', ...flags, ...judged, ...inject, '--', ...command, ...only].map(quoted).join(' ');
}

/** Reactions that a comparison shows. */
const PROVEN: ReadonlySet<Reaction> = new Set(['swallowed', 'wrong result']);

/** The command that shows a rule that is broken without a fault. */
export function judgeCommand({ command, flags }: Repeated): string {
  const judged = flags.includes(JUDGED) ? [] : [JUDGED];
  return ['id-emulator', 'exec', ...flags, ...judged, '--', ...command].map(quoted).join(' ');
}

const JUDGED = '--strict-judge';

/** What is repeated. */
interface Repeated {
  readonly command: readonly string[];
  /** Of `exec`. */
  readonly flags: readonly string[];
}

/** The names that a runner compares have blanks between suite and test. The flags take regular expressions. */
function patternOf({ name, runner }: NonNullable<Observation['test']>): string {
  const joined = runner === 'jest' ? name : name.replaceAll(' > ', ' ');
  return joined.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
