/**
 * Second faults test the recovery: a client that recovers from one fault may make a mistake while it recovers. A second
 * fault meets a call that exists because of the first fault, or a later call.
 */

import { formatInjection, type Injection } from '../emulator/injection/injection.js';
import { isFailure } from '../emulator/journal/outcome.js';
import type { PlanFilter } from './audit-types.js';
import type { BaselineSandbox } from './baseline.js';
import { attemptsIn } from './classify/pauses.js';
import type { FaultClass } from './expectations/fault-class.js';
import { faultClasses } from './expectations/fault-classes.js';
import { neededToken } from './expectations/holds.js';
import { isWanted, placeByUrl, type PlanEntry } from './plan/plan.js';
import type { Schedule } from './schedule.js';
import { mayDifferByOperation } from './plan/telling-order.js';
import { type Call, placeOf } from './run/calls.js';

/**
 * The second faults to try where the client recovered from the first fault. After any other reaction, there are none. A
 * renewal of the token has to fail at all attempts, so a run must have shown how many attempts the client makes before
 * it gives up.
 */
export function secondFaults({ observed, entries }: Schedule, filter: PlanFilter): PlanEntry[] {
  const gaveUp = observed.find(({ entry: { kind, fault }, observation: { reaction } }) => {
    // Where tests are not told apart, the login of the next test makes a note of it.
    const isNote = reaction === 'note' && fault.lasts === true;
    return kind === 'token' && (reaction === 'gave up' || isNote);
  });
  const attempts = gaveUp && attemptsIn(gaveUp.observation.facts);
  const affected = observed.filter(({ observation }) => observation.facts.met.length > 0);
  const recovered = affected.filter(({ observation }) => observation.reaction === 'recovered');
  const classes = faultClasses().filter(({ after }) => after !== undefined);

  return classes.flatMap((fault) => {
    const ofFirstFault = recovered.filter(({ entry }) => entry.fault.id === fault.after);
    const recoveredEntries = ofFirstFault.map(({ entry }) => entry);
    // A client that recovers at one operation also recovers at reads of other operations.
    const reads = entries.filter((entry) => entry.fault.id === fault.after && entry.kind === 'read');
    const firstFaults = mayDifferByOperation({ fault }) ? [...recoveredEntries, ...reads] : recoveredEntries;

    return firstFaults.flatMap((entry): PlanEntry[] => {
      const { call, kind, injections } = entry;
      const known = ofFirstFault.find((each) => each.entry.call.sandbox === call.sandbox)?.observation.facts.usual;
      if (known === undefined || fault.kinds?.includes(kind) === false || !isWanted({ call, fault }, filter)) return [];

      const seconds = secondInjections(fault, entry, known, attempts);
      if (seconds.length === 0) return [];

      const [first] = injections;
      // The token is revoked, so that a client which keeps the old token fails.
      const before = fault.second === 'renewal' ? { ...first, selection: 'token-revoked' } : first;
      const all = [before, ...seconds] as const;

      return [{ ...entry, fault, injections: all, id: all.map(formatInjection).join(' ') }];
    });
  });
}

/** The injections of the second fault; none if the fault could affect no call. */
function secondInjections(
  fault: FaultClass,
  { call, injections: [first] }: PlanEntry,
  sandbox: BaselineSandbox,
  attempts: number | undefined,
): Injection[] {
  const selection = fault.selection as string;
  if (fault.second === 'repetition') return [{ ...first, selection }];
  // Calls that overlap have another order each time, so the URL names the call.
  if (fault.second === 'later')
    return laterCalls(call, sandbox.calls).map((later) => ({ ...first, at: placeByUrl(sandbox, later), selection }));

  const before = sandbox.calls.filter(({ exchange }) => exchange.issuedToken && exchange.id < call.exchange.id);
  const [login] = before;
  if (attempts === undefined || login === undefined) return [];

  const at = { operation: login.operation, call: before.length + 1 };

  return [{ ...first, at, selection: `${selection};times=${attempts}` }];
}

/** How many later calls the second fault meets. After three failures, clients have used up all repetitions. */
const MOST_LATER = 3;

/** The last of the later calls that need a token: one call of each test. Without tests, one call of each request. */
function laterCalls(call: Call, calls: readonly Call[]): Call[] {
  const withToken = calls.filter((other) => other.exchange.id > call.exchange.id && neededToken(other));
  const later = withToken.filter(({ exchange, repeatsRefused }) => !repeatsRefused && !isFailure(exchange));
  const byPlace = new Map(later.map((other) => [placeOf(other), other]));

  return [...byPlace.values()].slice(-MOST_LATER);
}
