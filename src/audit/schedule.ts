/**
 * Decides which faults go together into a run. Every sandbox can have one; several go into one sandbox where it is likely
 * that the client copes with all of them. A set of which one breaks the run is split.
 */

import type { FaultClass } from './faults/fault-class.js';
import { type PlanEntry, placeOf } from './plan.js';
import type { Observation } from './classify/classify.js';

/** How an entry ended: by an observation, or by a reason not to try it. */
export type Outcome =
  | { readonly entry: PlanEntry; readonly observation: Observation }
  | { readonly entry: PlanEntry; readonly reason: string; readonly like?: Observation };

/** Faults in one sandbox, as long as nothing is known about the client. */
const FIRST_TOGETHER = 8;
/** Faults in one sandbox of a kind that the client is known to cope with. */
const MOST_TOGETHER = 16;
/** Retries that faults at one call may take together. Many clients give up after three attempts. */
const MOST_RETRIES = 2;
/** So many equal reactions to a class at an operation speak for the rest. */
const ENOUGH_ALIKE = 3;

export class Schedule {
  readonly #pending: PlanEntry[];
  readonly #outcomes = new Map<PlanEntry, Outcome>();
  /** Entries that broke a run in company, or that were not reached in it. */
  readonly #suspects = new Set<PlanEntry>();
  readonly #seen = new Map<string, Observation[]>();
  readonly #failedClasses = new Set<FaultClass>();
  readonly #isTold: (sandbox: string) => boolean;

  /** @param isTold whether a failed test says that it belongs to this sandbox */
  constructor(entries: readonly PlanEntry[], isTold: (sandbox: string) => boolean) {
    this.#pending = [...entries];
    this.#isTold = isTold;
  }

  get outcomes(): readonly Outcome[] {
    return [...this.#outcomes.values()];
  }

  get pending(): readonly PlanEntry[] {
    return this.#pending;
  }

  /** The faults of the next run; empty if nothing is left. */
  next(): PlanEntry[] {
    const chosen: PlanEntry[] = [];
    for (const entry of this.#pending) if (this.#fits(entry, chosen)) chosen.push(entry);
    return chosen;
  }

  /** Takes down what a run has shown of an entry. */
  observe(entry: PlanEntry, observation: Observation): void {
    this.#end(entry, { entry, observation });
    const place = placeOf(entry);
    const alike = [...(this.#seen.get(place) ?? []), observation];
    this.#seen.set(place, alike);
    if (!isPassing(observation)) this.#failedClasses.add(entry.fault);
    if (alike.length < ENOUGH_ALIKE || alike.some(({ reaction }) => reaction !== observation.reaction)) return;
    const reason = `like ${ENOUGH_ALIKE} other calls of ${entry.call.operation}: ${observation.reaction}`;
    for (const other of this.#pending.filter((pending) => placeOf(pending) === place))
      this.#end(other, { entry: other, reason, like: observation });
  }

  /** Takes down that an entry has to be tried by itself: in a run with others it may have broken the run. */
  suspect(entry: PlanEntry): void {
    this.#suspects.add(entry);
    // The next run tells whether the others of its set cope without it.
    const at = this.#pending.indexOf(entry);
    if (at !== -1) this.#pending.unshift(...this.#pending.splice(at, 1));
  }

  #end(entry: PlanEntry, outcome: Outcome): void {
    this.#outcomes.set(entry, outcome);
    const at = this.#pending.indexOf(entry);
    if (at !== -1) this.#pending.splice(at, 1);
  }

  #fits(entry: PlanEntry, chosen: readonly PlanEntry[]): boolean {
    const isTold = this.#isTold(entry.call.sandbox);
    if (chosen.some(({ call }) => this.#isTold(call.sandbox) !== isTold)) return false;
    // If nothing says which sandbox a failure belongs to, all sandboxes of a run are one.
    const company = isTold ? chosen.filter(({ call }) => call.sandbox === entry.call.sandbox) : chosen;
    if (company.length === 0) return true;
    const all = [...company, entry];
    if (all.some((each) => this.#isRisky(each))) return false;
    const atCall = all.filter(({ call }) => isSameCall(call, entry.call));
    if (atCall.reduce((sum, { fault }) => sum + fault.retries, 0) > MOST_RETRIES) return false;
    // Another token is asked for once, and one silence is long enough.
    if (company.some(({ fault }) => isSameTrouble(fault, entry.fault))) return false;
    return all.length <= (all.every((each) => this.#isProven(each)) ? MOST_TOGETHER : FIRST_TOGETHER);
  }

  /** Whether it may break a run, or be felt at the calls of others. */
  #isRisky(entry: PlanEntry): boolean {
    if (entry.fault.alone === true || this.#suspects.has(entry)) return true;
    return !this.#isProven(entry) && this.#failedClasses.has(entry.fault);
  }

  /** Whether the client has coped with the same at another call of the operation. */
  #isProven(entry: PlanEntry): boolean {
    const seen = this.#seen.get(placeOf(entry)) ?? [];
    return seen.length > 0 && seen.every(isPassing);
  }
}

/** Whether others in the same run can be judged beside it. */
function isPassing({ reaction }: Observation): boolean {
  return reaction === 'recovered';
}

function isSameCall(one: PlanEntry['call'], other: PlanEntry['call']): boolean {
  return one.sandbox === other.sandbox && one.operation === other.operation && one.call === other.call;
}

function isSameTrouble(one: FaultClass, other: FaultClass): boolean {
  return one.trouble !== undefined && one.trouble === other.trouble;
}
