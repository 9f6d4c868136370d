/** The command that repeats a finding. */

import type { Observation } from '../classify/classify.js';
import type { PlanEntry } from '../plan/plan.js';
import { formatInjection } from '../../emulator/injection/injection.js';
import type { Reaction } from '../classify/reaction.js';
import { withOnlyTest } from '../run/test-runners.js';

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
  const only = test === undefined ? command : withOnlyTest(command, test);
  const inject = ['--inject', formatInjection(entry.injection)];
  const judged = reaction === 'misbehaved' && !flags.includes(JUDGED) ? [JUDGED] : [];
  return ['id-emulator', 'exec', ...flags, ...judged, ...inject, '--', ...only].map(quoted).join(' ');
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

function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
