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
import type { Call } from './run/calls.js';

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
    const second = isWanted({ call: entry.call, fault }, filter) ? secondInjection(fault, decided) : undefined;
    if (second === undefined) return [];

    const [first] = entry.injections;
    // The token is revoked, so that a client which keeps the old token fails.
    const selection = fault.second === 'renewal' ? REVOKED : first.selection;
    const injections = [{ ...first, selection }, second] as const;
    return [{ ...entry, fault, injections, id: injections.map(formatInjection).join(' ') }];
  });
}

/** The injection of the second fault; undefined if it could meet no call. */
function secondInjection(fault: FaultClass, { entry, sandbox, attempts }: Decided): Injection | undefined {
  const [first] = entry.injections;
  const selection = fault.selection as string;
  if (fault.second === 'repetition') return { ...first, selection };
  if (fault.second === 'later') {
    const later = laterCall(entry.call, sandbox.calls);
    return later && { ...first, at: placeIn(sandbox, later) };
  }
  if (attempts === undefined) return undefined;

  const before = sandbox.calls.filter(({ exchange }) => exchange.issuedToken && exchange.id < entry.call.exchange.id);
  const [login] = before;
  if (login === undefined) return undefined;
  const at = { operation: login.operation, call: before.length + 1 };
  return { ...first, at, selection: `${selection};times=${attempts}` };
}

/** The last later call of the same operation, or else the last later call that needs a token. */
function laterCall(call: Call, calls: readonly Call[]): Call | undefined {
  const later = calls.filter(({ exchange }) => exchange.id > call.exchange.id && exchange.accessToken !== undefined);
  return later.findLast(({ operation }) => operation === call.operation) ?? later.at(-1);
}
