/** The command that repeats a finding. */

import type { Observation } from '../classify/classify.js';
import type { PlanEntry } from '../plan/plan.js';
import { formatInjection } from '../../emulator/injection/injection.js';
import type { Reaction } from '../expectations/reaction.js';

/** What has shown the observation: `id-emulator exec --inject 'getUsers#2:rate-limit-burst;burst=1' -- npm test -- -t 'reads all users'` */
export function repeatCommand(
  entry: PlanEntry,
  { command: observed, reaction }: Pick<Observation, 'command' | 'reaction'>,
  { command, flags, outcomeFlags }: Repeated & { readonly outcomeFlags: readonly string[] },
): string {
  const { meanwhile } = entry.fault;
  // Only the audit compares outcomes, kills, and refuses connections.
  if (meanwhile !== undefined || (outcomeFlags.length > 0 && PROVEN.has(reaction))) {
    const kill = meanwhile === 'killed' ? ['--kill'] : [];
    const only = ['--only', `${entry.call.operation}:${entry.fault.id}`];
    return commandLine('audit', [...flags, ...outcomeFlags, ...kill, ...only], command);
  }
  const inject = ['--inject', formatInjection(entry.injection)];
  return commandLine('exec', [...(reaction === 'misbehaved' ? judged(flags) : flags), ...inject], observed);
}

/** Reactions that a comparison shows. */
const PROVEN: ReadonlySet<Reaction> = new Set(['swallowed', 'wrong result']);

/** The command that shows a rule that is broken without a fault. */
export function judgeCommand({ command, flags }: Repeated): string {
  return commandLine('exec', judged(flags), command);
}

function judged(flags: readonly string[]): readonly string[] {
  return flags.includes(JUDGED) ? flags : [...flags, JUDGED];
}

const JUDGED = '--strict-judge';

/** What is repeated. */
interface Repeated {
  readonly command: readonly string[];
  /** Of `exec`. */
  readonly flags: readonly string[];
}

function commandLine(name: string, flags: readonly string[], command: readonly string[]): string {
  return ['id-emulator', name, ...flags, '--', ...command].map(quoted).join(' ');
}

function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
