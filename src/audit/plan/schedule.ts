/** The order in which faults are tried, and how each of them ends: by an observation, or by a reason not to try it. */

import type { Observation } from '../classify/classify.js';
import type { Expectations } from '../expectations/expectations.js';
import { Grouping } from '../findings/grouping.js';
import { isPassing, KnownClient } from '../classify/known-client.js';
import { retriesAt } from '../classify/known-retries.js';
import { isSameCall, type PlanEntry, placeOf } from './plan.js';
import type { Reaction } from '../classify/reaction.js';
import { RunSize } from './run-size.js';
import { Suspects, type Suspicion } from './suspects.js';

/** How an entry ended: by an observation, or by a reason not to try it. */
export type Outcome =
  | {
      readonly entry: PlanEntry;
      readonly observation: Observation;
      /** Whether a run with other faults has shown the same. */
      readonly isSeenTwice?: true;
    }
  | {
      readonly entry: PlanEntry;
      readonly reason: string;
      /** An observation of another call, which counts for this one, too. */
      readonly like?: Observation;
      /** Whether the audit ended before its turn. */
      readonly isUntried?: true;
      /** Whether a second run has shown another reaction, a right one. */
      readonly isUnsteady?: true;
    };

export class Schedule {
  readonly #pending: PlanEntry[];
  readonly #outcomes = new Map<PlanEntry, Outcome>();
  readonly #client: KnownClient;
  readonly #suspects = new Suspects();
  readonly #size = new RunSize();
  readonly #grouping: Grouping;

  /** @param testsOf how many tests have said that they belong to this sandbox */
  constructor(entries: readonly PlanEntry[], expectations: Expectations, testsOf: (sandbox: string) => number) {
    this.#pending = [...entries];
    this.#client = new KnownClient(expectations, (sandbox) => testsOf(sandbox) === 1);
    const reportsTests = (sandbox: string): boolean => testsOf(sandbox) > 0;
    this.#grouping = new Grouping({ client: this.#client, suspects: this.#suspects, size: this.#size, reportsTests });
  }

  get outcomes(): readonly Outcome[] {
    return [...this.#outcomes.values()];
  }

  get pending(): readonly PlanEntry[] {
    return this.#pending;
  }

  /**
   * The faults of the next run; empty if nothing is left. A run ends with a fault that probably breaks it, if there is one:
   * it shows both that one and those that are met before.
   */
  next(): PlanEntry[] {
    const candidates = this.#client.withoutForeseeable(this.#pending);
    const [suspect] = candidates;
    const last =
      suspect !== undefined && this.#suspects.has(suspect)
        ? suspect
        : candidates.find((entry) => this.#grouping.mayEnd(entry, this.#pending));
    const chosen: PlanEntry[] = last === undefined ? [] : [last];
    for (const entry of candidates)
      if (entry !== last && this.#grouping.fits(entry, chosen, this.#pending)) chosen.push(entry);
    return chosen;
  }

  /** Records what an earlier run has shown of an entry that is tried again. */
  foresee(entry: PlanEntry, { reaction }: Observation): void {
    this.#client.foresee(entry, reaction);
    if (reaction !== 'swallowed') this.#suspects.addAlone(entry);
  }

  /**
   * Records what a run has shown of an entry.
   * @param isAlone whether no other fault in its sandbox had a part in it
   */
  observe(entry: PlanEntry, observation: Observation, isAlone: boolean): void {
    const { reaction, met } = observation;
    const isSeenTwice = isAlone && this.#suspects.seenOnlyOnce(entry) === reaction;
    this.#end(entry, { entry, observation, ...(isSeenTwice && { isSeenTwice }) });
    this.#client.observe(entry, observation, isAlone);
    if (entry.fault.variant !== undefined) this.#observeVariant(entry, observation);
    if (isAlone) this.#reconsider(entry, observation);
    if (isAlone && met.length === 1 && entry.fault.lasts === true) this.#observeFirst(entry, observation);
    if (met.length === 1 && hasNotAskedAgain(observation)) this.#leaveOutLike(entry, observation);
    for (const other of [...this.#pending])
      if (placeOf(other) === placeOf(entry) || isSameCall(other.call, entry.call)) this.#endIfForeseen(other);
  }

  #endIfForeseen(entry: PlanEntry): void {
    const alike = this.#client.foreseenBy(entry);
    const known = alike.length === 0 ? undefined : this.#outcomes.get(alike.at(-1)!);
    if (known === undefined || !('observation' in known) || this.#outcomes.has(entry)) return;
    const { observation } = known;
    const others = alike.length === 1 ? 'another call' : `${alike.length} other calls`;
    const reason = `like ${others} of ${entry.call.operation}: ${observation.reaction}`;
    this.#end(entry, { entry, reason, like: observation });
    if (observation.met.length === 1 && hasNotAskedAgain(observation)) this.#leaveOutLike(entry, observation);
  }

  /** Whether the reaction may be taken from a run with other faults. */
  isExpected(entry: PlanEntry, reaction: Reaction): boolean {
    return this.#client.isExpected(entry, reaction);
  }

  /** Records that one of several variants has changed how a run ended. The next run tries half of them. */
  halve(entries: readonly PlanEntry[]): void {
    this.#suspects.addVariants(entries);
  }

  /** Records that a run with variants beside other faults was not clear: they are tried apart until it is. */
  keepVariantsApart(): void {
    this.#size.keepVariantsApart();
  }

  /** Records that an entry has to be tried by itself: in a run with others it may have broken the run. */
  suspect(entry: PlanEntry, suspicion: Suspicion): void {
    this.#suspects.add(entry, suspicion);
    // The next run tells whether the others of its set cope without it.
    const at = this.#pending.indexOf(entry);
    if (at !== -1) this.#pending.unshift(...this.#pending.splice(at, 1));
  }

  /** Records that the client has recovered from these faults in one run. */
  recoveredFrom(entries: readonly PlanEntry[]): void {
    for (const entry of entries) this.#client.retries.recoveredFrom(entry.kind, retriesAt(entry, entries));
  }

  /** Records that a run has shown the reaction to each of its faults in a sandbox. */
  couldJudge(entries: readonly PlanEntry[]): void {
    this.#size.couldJudge(entries.length);
  }

  #observeVariant(entry: PlanEntry, observation: Observation): void {
    this.#suspects.narrowDown(entry, observation);
    if (isPassing(observation)) return;
    const { point } = entry.fault.variant!;
    for (const other of this.#pending) if (other.fault.variant?.point === point) this.#suspects.addAlone(other);
  }

  /**
   * Learns from a suspect by itself. If it has not broken the run before, its company was too much: at the same call, where the
   * client has no more retries, or else in the run.
   */
  #reconsider(entry: PlanEntry, { reaction }: Observation): void {
    const { company = [], hadOthers = false } = this.#suspects.clear(entry) ?? {};
    const retries = retriesAt(entry, company);
    if (reaction !== 'recovered') this.#size.culpritFound();
    else if (entry.fault.retries > 0 && retries > entry.fault.retries)
      this.#client.retries.atMost(entry.kind, hadOthers ? retries >> 1 : retries - 1);
    else if (company.length > 1) this.#size.tooManyFaults();
  }

  /** Of a fault that lasts, the client has met the first failure only: so it reacts to one that does not last. */
  #observeFirst({ fault, call, after }: PlanEntry, observation: Observation): void {
    const reaction = observation.reaction === 'cannot be recovered' ? 'failed clearly' : observation.reaction;
    const first = this.#pending.find(
      (other) => other.fault.id === fault.beginsLike && other.after === after && isSameCall(other.call, call),
    );
    if (first !== undefined && hasNotAskedAgain({ reaction })) this.observe(first, { ...observation, reaction }, true);
  }

  /** Ends what begins like a fault after which the client did not ask again: it would not reach the rest. */
  #leaveOutLike({ call, fault, after }: PlanEntry, { reaction }: Observation): void {
    const reason = `begins like ${fault.id}, after which the client does not ask again: ${reaction}`;
    for (const other of this.#pending.filter((pending) => isSameCall(pending.call, call)))
      if (other.after === after && other.fault.beginsLike === fault.id) this.#end(other, { entry: other, reason });
  }

  #end(entry: PlanEntry, outcome: Outcome): void {
    this.#outcomes.set(entry, outcome);
    const at = this.#pending.indexOf(entry);
    if (at !== -1) this.#pending.splice(at, 1);
  }
}

function hasNotAskedAgain({ reaction }: Pick<Observation, 'reaction'>): boolean {
  return reaction === 'failed clearly' || reaction === 'failed unclearly' || reaction === 'swallowed';
}
