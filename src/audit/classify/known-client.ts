/** What an audit has learnt about a client by now: which faults it gets over, and at which it gives up. */

import { urlOf } from '../plan/calls.js';
import type { Observation } from './classify.js';
import type { Expectations } from '../expectations/expectations.js';
import { KnownRetries } from './known-retries.js';
import { type PlanEntry, placeOf } from '../plan/plan.js';
import type { Reaction } from './reaction.js';

/** So many calls of an operation that react to a class alike speak for all its other calls. */
const ENOUGH = 3;
/** So many speak for those of the same test. */
const ENOUGH_IN_TEST = 2;
/** The same if the fault lasts, which takes long and shows how a client gives up. */
const ENOUGH_GIVEN_UP = 1;
/** If they are wrong, one call tells: other calls would add no finding. No test fails in this way by chance. */
const TELLING: ReadonlySet<Reaction> = new Set(['failed clearly', 'swallowed']);

/** A call that was tried, or will be: then its reaction is not known yet. */
interface Seen {
  readonly entry: PlanEntry;
  readonly reaction: Reaction | undefined;
}

export class KnownClient {
  readonly retries = new KnownRetries();
  readonly #expectations: Expectations;
  readonly #isOfOneTest: (sandbox: string) => boolean;
  /** What was seen by class and operation. */
  readonly #seen = new Map<string, readonly Seen[]>();
  /** The same by call: the reaction to each class. */
  readonly #reactionsAt = new Map<string, Map<string, Reaction>>();
  /** Reactions that were seen of a fault by itself, by class, and by operation. */
  readonly #sure = new Set<string>();
  /** Classes that broke a run, by kind of call. */
  readonly #breaking = new Set<string>();
  /** Operations at which the client gives up without a word, so that the rest of the faults at a call would not be met. */
  readonly #swallowing = new Set<string>();

  /** @param isOfOneTest whether a sandbox belongs to one test, so that its calls have the same code in common */
  constructor(expectations: Expectations, isOfOneTest: (sandbox: string) => boolean) {
    this.#expectations = expectations;
    this.#isOfOneTest = isOfOneTest;
  }

  observe(entry: PlanEntry, observation: Observation, isAlone: boolean): void {
    const { fault, kind, call } = entry;
    const { reaction } = observation;
    this.#seen.set(placeOf(entry), [...this.#seenLike(entry), { entry, reaction }]);
    this.#reactionsAt.set(callOf(entry), this.#reactionsTo(entry).set(fault.id, reaction));
    if (!isPassing(observation)) {
      this.#breaking.add(`${fault.id} ${kind}`);
      if (fault.mayHaveArrived && (reaction === 'failed clearly' || reaction === 'misbehaved'))
        this.#breaking.add(`arrived ${kind}`);
    }
    if (reaction === 'swallowed' && !fault.changesData) this.#swallowing.add(call.operation);
    if (isAlone) this.foresee(entry, reaction);
    if (fault.lasts === true && fault.trouble === undefined && GIVEN_UP.has(reaction))
      this.retries.gaveUpAfter(kind, requestsOf(observation) - 1);
  }

  /** The calls of the operation, which all reacted to the class in the same way, that speak for this one. None: it has to be tried. */
  foreseenBy(entry: PlanEntry): readonly PlanEntry[] {
    const seen = this.#seenLike(entry);
    if (seen.some(({ reaction }) => reaction !== seen[0]!.reaction)) return [];
    const enough = this.#enoughFor(entry, seen);
    return (enough.length > 0 ? enough : seen.filter((other) => this.#speaksFor(entry, other))).map(
      (each) => each.entry,
    );
  }

  /** Those of the entries to try before the rest: without others of their test that come before, and may speak for them. */
  withoutForeseeable(entries: readonly PlanEntry[]): PlanEntry[] {
    const before = new Map<string, readonly Seen[]>();
    return entries.filter((entry) => {
      const place = placeOf(entry);
      const seen = this.#seenLike(entry);
      if (seen.some(({ reaction }) => reaction !== seen[0]!.reaction)) return true;
      const all = before.get(place) ?? seen;
      if (this.#enoughInTest(entry, all).length > 0 || (entry.fault.lasts === true && all.length > 0)) return false;
      before.set(place, [...all, { entry, reaction: undefined }]);
      return true;
    });
  }

  #seenLike(entry: PlanEntry): readonly Seen[] {
    return this.#seen.get(placeOf(entry)) ?? [];
  }

  /** Those of these calls of its operation that speak for an entry; none if they are too few. */
  #enoughFor(entry: PlanEntry, calls: readonly Seen[]): readonly Seen[] {
    const isEnough = calls.length >= (entry.fault.lasts === true ? ENOUGH_GIVEN_UP : ENOUGH);
    return isEnough ? calls : this.#enoughInTest(entry, calls);
  }

  /** Those that are of the same test and speak for an entry; none if they are too few. */
  #enoughInTest({ fault, kind, call, after }: PlanEntry, calls: readonly Seen[]): readonly Seen[] {
    // Calls that follow different faults have little in common.
    if (after !== undefined || !this.#isOfOneTest(call.sandbox)) return [];
    const own = calls.filter(({ entry }) => entry.call.sandbox === call.sandbox);
    const isTelling = own.some(({ reaction }) => this.#isTelling({ fault, kind }, reaction));
    return own.length >= (isTelling ? 1 : ENOUGH_IN_TEST) ? own : [];
  }

  /** Whether another call shows a finding that would be the same here: both have reacted alike to every class that both have met. */
  #speaksFor(entry: PlanEntry, { entry: other, reaction }: Seen): boolean {
    if (entry.after !== undefined || !this.#isTelling(entry, reaction)) return false;
    const [own, known] = [this.#reactionsTo(entry), this.#reactionsTo(other)];
    const shared = [...own].filter(([fault]) => known.has(fault));
    return shared.some(([, each]) => each === reaction) && shared.every(([fault, each]) => known.get(fault) === each);
  }

  #reactionsTo(entry: PlanEntry): Map<string, Reaction> {
    return this.#reactionsAt.get(callOf(entry)) ?? new Map<string, Reaction>();
  }

  #isTelling({ fault, kind }: Pick<PlanEntry, 'fault' | 'kind'>, reaction: Reaction | undefined): boolean {
    return reaction !== undefined && TELLING.has(reaction) && !this.#expectations(fault, kind).includes(reaction);
  }

  /** Records that the reaction is to be expected. */
  foresee({ fault, call }: PlanEntry, reaction: Reaction): void {
    for (const about of [fault.id, call.operation]) this.#sure.add(`${about} ${reaction}`);
  }

  /**
   * Whether the reaction may be taken from a run with other faults: a right one, or one that was seen of the class, or of
   * errors at the operation, without any other fault.
   */
  isExpected({ fault, kind, call }: PlanEntry, reaction: Reaction): boolean {
    return (
      this.#expectations(fault, kind).includes(reaction) ||
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
    const seen = this.#seenLike(entry);
    return seen.length > 0 && seen.every(isPassing);
  }
}

const GIVEN_UP: ReadonlySet<Reaction> = new Set(['cannot be recovered', 'failed clearly']);

/** How often the client sent the request that met the fault: a fault that lasts meets other requests, too. */
function requestsOf({ exchanges, met }: Observation): number {
  const urls = exchanges.filter(({ id }) => met.includes(id)).map(urlOf);
  return urls.filter((url) => url === urls[0]).length;
}

function callOf({ after, call: { sandbox, operation, call } }: PlanEntry): string {
  return [after?.id ?? '', sandbox, operation, call].join('\n');
}

/** Whether others in the same run can be judged beside it. */
export function isPassing({ reaction }: { readonly reaction: Reaction | undefined }): boolean {
  return reaction === 'recovered' || reaction === 'swallowed';
}
