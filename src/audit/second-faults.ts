/**
 * Second faults test the recovery: a client that recovers from one fault may make a mistake while it recovers. A second
 * fault meets a call that exists because of the first fault, or a later call.
 */

import { formatInjection, type Injection } from '../emulator/injection/injection.js';
import type { BaselineSandbox } from './baseline.js';
import type { Observation } from './classify/observation.js';
import type { FaultClass } from './expectations/fault-class.js';
import { faultClasses } from './expectations/fault-classes.js';
import { isWanted, placeIn, type PlanEntry, type PlanFilter } from './plan/plan.js';
import { type Call, placeOf } from './run/calls.js';

const REVOKED = 'token-revoked';

/** What is known when a class of faults is decided at a call. */
export interface Decided {
  readonly entry: PlanEntry;
  readonly observation: Observation;
  readonly sandbox: BaselineSandbox;
  readonly filter: PlanFilter;
  /** How often the client requests a token before it gives up; undefined until that is known. */
  readonly attempts: number | undefined;
}

/** The second faults to try after the client recovered from the first fault; none after another reaction. */
export function secondFaults(decided: Decided): PlanEntry[] {
  const { entry, observation, filter } = decided;
  if (observation.reaction !== 'recovered' || observation.met.length === 0) return [];

  const classes = faultClasses().filter(({ after, kinds }) => {
    return after === entry.fault.id && kinds?.includes(entry.kind) !== false;
  });
  return classes.flatMap((fault) => {
    const seconds = isWanted({ call: entry.call, fault }, filter) ? secondInjections(fault, decided) : [];
    if (seconds.length === 0) return [];

    const [first] = entry.injections;
    // The token is revoked, so that a client which keeps the old token fails.
    const selection = fault.second === 'renewal' ? REVOKED : first.selection;
    const injections = [{ ...first, selection }, ...seconds] as const;
    return [{ ...entry, fault, injections, id: injections.map(formatInjection).join(' ') }];
  });
}

/** The injections of the second fault; none if it could meet no call. */
function secondInjections(fault: FaultClass, { entry, sandbox, attempts }: Decided): Injection[] {
  const [first] = entry.injections;
  const selection = fault.selection as string;
  if (fault.second === 'repetition') return [{ ...first, selection }];
  if (fault.second === 'later')
    return laterCalls(entry.call, sandbox.calls).map((call) => ({ ...first, at: placeIn(sandbox, call), selection }));
  if (attempts === undefined) return [];

  const before = sandbox.calls.filter(({ exchange }) => exchange.issuedToken && exchange.id < entry.call.exchange.id);
  const [login] = before;
  if (login === undefined) return [];
  const at = { operation: login.operation, call: before.length + 1 };
  return [{ ...first, at, selection: `${selection};times=${attempts}` }];
}

/** How many later calls the second fault meets: clients have run out of retries for good after three. */
const MOST_LATER = 3;

/** Later calls that need a token: one of each test, or else of each request; the last ones. */
function laterCalls(call: Call, calls: readonly Call[]): Call[] {
  const later = calls.filter(
    ({ exchange, repeatsRefused }) =>
      exchange.id > call.exchange.id && exchange.accessToken !== undefined && !repeatsRefused,
  );
  const byPlace = new Map(later.map((each) => [placeOf(each), each]));
  return [...byPlace.values()].slice(-MOST_LATER);
}
