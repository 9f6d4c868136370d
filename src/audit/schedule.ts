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
const FIRST_TOGETHER = 4;
/** Faults in one sandbox of a kind that the client is known to cope with. */
const MOST_TOGETHER = 8;
/** So many equal reactions to a class at an operation speak for the rest. */
const ENOUGH_ALIKE = 3;

export class Schedule {
  readonly #pending: PlanEntry[];
  readonly #outcomes = new Map<PlanEntry, Outcome>();
  /** Entries that broke a run in company, or that were not reached in it. */
  readonly #suspects = new Set<PlanEntry>();
  readonly #seen = new Map<string, Observation[]>();
  readonly #failedClasses = new Set<FaultClass>();
  readonly #tellsTests: boolean;

  /** @param tellsTests whether failed tests say to which sandbox they belong */
  constructor(entries: readonly PlanEntry[], tellsTests: boolean) {
    this.#pending = [...entries];
    this.#tellsTests = tellsTests;
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

  /** Takes down that a run with others has not shown how the client reacts to an entry. */
  suspect(entry: PlanEntry): void {
    this.#suspects.add(entry);
  }

  #end(entry: PlanEntry, outcome: Outcome): void {
    this.#outcomes.set(entry, outcome);
    const at = this.#pending.indexOf(entry);
    if (at !== -1) this.#pending.splice(at, 1);
  }

  #fits(entry: PlanEntry, chosen: readonly PlanEntry[]): boolean {
    // Without tests that say which sandbox failed, all sandboxes of a run are one.
    const company = this.#tellsTests ? chosen.filter(({ call }) => call.sandbox === entry.call.sandbox) : chosen;
    if (company.length === 0) return true;
    const all = [...company, entry];
    if (all.some((each) => this.#isRisky(each))) return false;
    if (company.some(({ call }) => call.sandbox === entry.call.sandbox && isSameCall(call, entry.call))) return false;
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
  return one.operation === other.operation && one.call === other.call;
}
