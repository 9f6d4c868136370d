/** The command that repeats a finding. */

import { shellQuote } from '../../common/reporting/commands.js';
import { formatInjection } from '../../emulator/injection/injection.js';
import type { ClassifiedReaction } from '../classify/observation.js';
import type { Reaction } from '../audit-types.js';
import type { PlanEntry } from '../plan/plan.js';
import type { AuditedCommand } from '../run/audited-command.js';

/**
 * The command that shows the observation again:
 * `id-emulator exec --inject 'getUsers#2:rate-limit-burst;burst=1' -- npm test -- -t 'reads all users'`
 */
export function repeatCommand(
  { injections, fault, call }: Pick<PlanEntry, 'injections' | 'fault' | 'call'>,
  { reaction, cause, isSilent }: ClassifiedReaction,
  { observed, flags, audited: { command, before, compare } }: Repeated,
): string {
  // The names of these members are the names of flags of `audit`.
  const compareFlags = Object.entries({ before, compare }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  const { meanwhile } = fault;
  const isCompared = compareFlags.length > 0 && SHOWN_BY_COMPARING.has(reaction);
  // `exec` cannot repeat this: only the audit compares outcomes and requests, kills, and refuses connections.
  if (meanwhile !== undefined || isSilent === true || isCompared) {
    const kill = meanwhile === 'killed' ? ['--kill'] : [];
    const cells = [fault.after ?? [], fault.id].flat().map((id) => `${call.operation}:${id}`);
    return commandLine('audit', [...flags, ...compareFlags, ...kill, '--only', cells.join(',')], command);
  }

  const inject = injections.flatMap((injection) => ['--inject', formatInjection(injection)]);
  if (reaction === 'misbehaved') return commandLine('exec', [...judgingFlags(flags, cause), ...inject], observed);

  // A client that sends the refused token once more gets its response, so the command passes. Only the judge sees this
  // mistake.
  const isTokenRefused = fault.trouble === 'token';
  const execFlags = isTokenRefused ? judgingFlags(flags, 'drop-refused-token') : flags;

  return commandLine('exec', [...execFlags, ...inject], observed);
}

/** Reactions that may be visible only in the output of `--compare`. */
const SHOWN_BY_COMPARING: ReadonlySet<Reaction> = new Set(['swallowed', 'wrong result']);

/**
 * Flags that judge a single rule. Once the client keeps that rule, a suspected offence against another must not fail
 * the command.
 */
export function judgingFlags(flags: readonly string[], rule: string | undefined): readonly string[] {
  return [...flags, '--strict-judge', ...(rule === undefined ? [] : ['--rule', rule])];
}

interface Repeated {
  /** The command of the run, which may run only one test. */
  readonly observed: readonly string[];
  /** The flags of `exec` for this command. */
  readonly flags: readonly string[];
  readonly audited: AuditedCommand;
}

/** A variable of the shell in the place of a secret, such as `$ID_EMULATOR_CLIENT_SECRET`. */
const VARIABLE = /^\$ID_EMULATOR_\w+$/;

/** A command of id-emulator that runs a command of the user, as a shell reads it. */
export function commandLine(name: string, flags: readonly string[], command: readonly string[]): string {
  return ['id-emulator', name, ...flags, '--', ...command].map(quoted).join(' ');
}

function quoted(text: string): string {
  return VARIABLE.test(text) ? `"${text}"` : shellQuote(text);
}
