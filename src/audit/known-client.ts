/** What an audit has learnt about a client by now: which faults it gets over, and at which it gives up. */

import type { Observation } from './classify/classify.js';
import { EXPECTED } from './faults/expectations.js';
import { KnownRetries } from './known-retries.js';
import { type PlanEntry, placeOf } from './plan.js';
import type { Reaction } from './reaction.js';

export class KnownClient {
  readonly retries = new KnownRetries();
  readonly #seen = new Map<string, Observation[]>();
  /** Reactions that were seen of a fault by itself, by class, and by operation. */
  readonly #sure = new Set<string>();
  /** Classes that broke a run, by kind of call. */
  readonly #breaking = new Set<string>();
  /** Operations at which the client gives up without a word, so that the rest of the faults at a call would not be met. */
  readonly #swallowing = new Set<string>();

  /** @returns all observations of the same class at the same operation */
  observe(entry: PlanEntry, observation: Observation, isAlone: boolean): readonly Observation[] {
    const { fault, kind, call } = entry;
    const { reaction, met } = observation;
    const alike = [...(this.#seen.get(placeOf(entry)) ?? []), observation];
    this.#seen.set(placeOf(entry), alike);
    if (!isPassing(observation)) {
      this.#breaking.add(`${fault.id} ${kind}`);
      if (fault.mayHaveArrived && reaction === 'failed clearly') this.#breaking.add(`arrived ${kind}`);
    }
    if (reaction === 'swallowed' && !fault.changesData) this.#swallowing.add(call.operation);
    if (isAlone) this.foresee(entry, reaction);
    if (fault.lasts === true && fault.trouble === undefined && GIVEN_UP.has(reaction))
      this.retries.gaveUpAfter(kind, met.length - 1);
    return alike;
  }

  /** Takes down that the reaction is to be expected. */
  foresee({ fault, call }: PlanEntry, reaction: Reaction): void {
    for (const about of [fault.id, call.operation]) this.#sure.add(`${about} ${reaction}`);
  }

  /**
   * Whether the reaction may be taken from a run with other faults: a right one, or one that was seen of the class, or of
   * errors at the operation, without any other fault.
   */
  isExpected({ fault, kind, call }: PlanEntry, reaction: Reaction): boolean {
    return (
      EXPECTED(fault, kind).includes(reaction) ||
      this.#sure.has(`${fault.id} ${reaction}`) ||
      (reaction === 'swallowed' && this.#sure.has(`${call.operation} ${reaction}`))
    );
  }

  /** Whether the client has waited without end after such a fault, which ends the whole run. */
  hangsAfter({ fault }: PlanEntry): boolean {
    return this.#sure.has(`${fault.id} hung`);
  }

  /** Whether the client has failed after the same at such a call, or after another fault whose request may have arrived. */
  failsAfter({ fault, kind }: PlanEntry): boolean {
    return this.#breaking.has(`${fault.id} ${kind}`) || (fault.mayHaveArrived && this.#breaking.has(`arrived ${kind}`));
  }

  swallowsAt({ call }: PlanEntry): boolean {
    return this.#swallowing.has(call.operation);
  }

  /** Whether the client has coped with the same at another call of the operation. */
  copesWith(entry: PlanEntry): boolean {
    const seen = this.#seen.get(placeOf(entry)) ?? [];
    return seen.length > 0 && seen.every(isPassing);
  }
}

const GIVEN_UP: ReadonlySet<Reaction> = new Set(['cannot be recovered', 'failed clearly']);

/** Whether others in the same run can be judged beside it. */
export function isPassing({ reaction }: Observation): boolean {
  return reaction === 'recovered' || reaction === 'swallowed';
}
