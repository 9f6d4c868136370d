/**
 * Decides which faults go together into a run. Every sandbox can have one; several go into one sandbox where it is likely
 * that the client copes with all of them. A set of which one breaks the run is split.
 */

import type { Observation } from './classify/classify.js';
import type { FaultClass } from './faults/fault-class.js';
import { type PlanEntry, placeOf } from './plan.js';
import type { Reaction } from './reaction.js';
import { isPassing, KnownClient } from './known-client.js';

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
      /** An observation of another call that stands for it. */
      readonly like?: Observation;
      /** Whether the audit ended before its turn. */
      readonly isUntried?: true;
      /** Whether a second run has shown another reaction, a right one. */
      readonly isUnsteady?: true;
    };

/** Faults in one sandbox, as long as nothing is known about the client. */
const FIRST_TOGETHER = 8;
/** Faults in one sandbox of a kind that the client is known to cope with. */
const MOST_TOGETHER = 16;
/** Variants in one run, as long as nothing is known. */
const MOST_VARIANTS = 32;
/** So many equal reactions to a class at an operation speak for the rest. */
const ENOUGH_ALIKE = 3;
/** The same if the fault lasts, which takes long and shows how a client gives up. */
const ENOUGH_GIVEN_UP = 1;

export class Schedule {
  readonly #pending: PlanEntry[];
  readonly #outcomes = new Map<PlanEntry, Outcome>();
  /** Entries that broke a run in company, or that were not reached in it. */
  readonly #suspects = new Set<PlanEntry>();
  /** What a run with other faults seems to show of a suspect. */
  readonly #glimpsed = new Map<PlanEntry, Reaction>();
  /** Suspects of a run that did not end, which keep all others from being judged. */
  readonly #apart = new Set<PlanEntry>();
  readonly #client = new KnownClient();
  #variantsTogether = MOST_VARIANTS;
  #doVariantsRide = true;
  #together = MOST_TOGETHER;
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

  /**
   * The faults of the next run; empty if nothing is left. A run ends with a fault that probably breaks it, if there is one:
   * it shows both that one and those that are met before.
   */
  next(): PlanEntry[] {
    const [suspect] = this.#pending;
    const last =
      suspect !== undefined && this.#suspects.has(suspect)
        ? suspect
        : this.#pending.find(
            (entry) => entry.fault.variant === undefined && this.#isRisky(entry) && this.#mayBreakAfter(entry, []),
          );
    const chosen: PlanEntry[] = last === undefined ? [] : [last];
    for (const entry of this.#pending) if (entry !== last && this.#fits(entry, chosen)) chosen.push(entry);
    return chosen;
  }

  /** Takes down what an earlier run has shown of an entry that is tried again. */
  foresee(entry: PlanEntry, { reaction }: Observation): void {
    this.#client.foresee(entry, reaction);
    if (reaction !== 'swallowed') this.#suspects.add(entry);
  }

  /**
   * Takes down what a run has shown of an entry.
   * @param isAlone whether it was the only fault in its sandbox
   */
  observe(entry: PlanEntry, observation: Observation, isAlone: boolean): void {
    const isSeenTwice = isAlone && this.#glimpsed.get(entry) === observation.reaction;
    this.#end(entry, { entry, observation, ...(isSeenTwice && { isSeenTwice }) });
    const alike = this.#client.observe(entry, observation, isAlone);
    const { fault, call } = entry;
    // The variant that broke the runs before is found.
    if (fault.variant !== undefined && isAlone) {
      this.#variantsTogether = MOST_VARIANTS;
      if (!isPassing(observation)) this.#suspectOthersOf(fault.variant.point);
    }
    if (isAlone) this.#reconsider(entry, observation);
    if (observation.met.length === 1 && hasNotAskedAgain(observation)) this.#leaveOutLike(entry, observation);
    const enough = fault.lasts === true ? ENOUGH_GIVEN_UP : ENOUGH_ALIKE;
    if (alike.length < enough || alike.some(({ reaction }) => reaction !== observation.reaction)) return;
    const others = enough === 1 ? 'another call' : `${enough} other calls`;
    const reason = `like ${others} of ${call.operation}: ${observation.reaction}`;
    for (const other of this.#pending.filter((pending) => placeOf(pending) === placeOf(entry)))
      this.#end(other, { entry: other, reason, like: observation });
  }

  /** Whether the reaction may be taken from a run with other faults. */
  isExpected(entry: PlanEntry, reaction: Reaction): boolean {
    return this.#client.isExpected(entry, reaction);
  }

  /** Takes down that a run with variants has ended in another way, and which of them it was is not known: fewer go together. */
  halve(entries: readonly PlanEntry[]): void {
    if (entries.length === 1) this.#suspects.add(entries[0]!);
    this.#variantsTogether = Math.max(1, Math.min(this.#variantsTogether, entries.length) >> 1);
  }

  /** Takes down that a run with variants beside other faults was not clear: they are tried apart from now on. */
  keepVariantsApart(): void {
    this.#doVariantsRide = false;
  }

  /**
   * Takes down that an entry has to be tried by itself: in a run with others it may have broken the run.
   * @param run the reaction that it seems to show, and whether it did not end
   */
  suspect(
    entry: PlanEntry,
    { glimpsed, hasHung }: { readonly glimpsed: Reaction | undefined; readonly hasHung: boolean },
  ): void {
    this.#suspects.add(entry);
    if (hasHung) this.#apart.add(entry);
    if (glimpsed !== undefined) this.#glimpsed.set(entry, glimpsed);
    // The next run tells whether the others of its set cope without it.
    const at = this.#pending.indexOf(entry);
    if (at !== -1) this.#pending.unshift(...this.#pending.splice(at, 1));
  }

  /** Takes down that the client has recovered from these faults in one run. */
  recoveredFrom(entries: readonly PlanEntry[]): void {
    for (const entry of entries) this.#client.retries.recoveredFrom(entry.kind, retriesAt(entry, entries));
  }

  /** Learns from a suspect by itself: if it has not broken the run before, another one of that run has, so that fewer go together. */
  #reconsider(entry: PlanEntry, observation: Observation): void {
    if (observation.reaction !== 'recovered') this.#together = MOST_TOGETHER;
    else if (this.#suspects.has(entry)) {
      this.#together = Math.max(2, Math.min(this.#together, FIRST_TOGETHER) >> 1);
      this.#client.retries.stop(entry.kind);
    }
  }

  /** Ends what begins like a fault after which the client did not ask again: it would not reach the rest. */
  #leaveOutLike({ call, fault, after }: PlanEntry, { reaction }: Observation): void {
    const reason = `begins like ${fault.id}, after which the client does not ask again: ${reaction}`;
    for (const other of this.#pending.filter((pending) => isSameCall(pending.call, call)))
      if (other.after === after && other.fault.beginsLike === fault.id) this.#end(other, { entry: other, reason });
  }

  #suspectOthersOf(point: string): void {
    for (const other of this.#pending) if (other.fault.variant?.point === point) this.#suspects.add(other);
  }

  #end(entry: PlanEntry, outcome: Outcome): void {
    this.#outcomes.set(entry, outcome);
    const at = this.#pending.indexOf(entry);
    if (at !== -1) this.#pending.splice(at, 1);
  }

  #fits(entry: PlanEntry, chosen: readonly PlanEntry[]): boolean {
    if (chosen.length > 0 && [entry, ...chosen].some((each) => this.#isApart(each))) return false;
    const isTold = this.#isTold(entry.call.sandbox);
    if (chosen.some(({ call }) => this.#isTold(call.sandbox) !== isTold)) return false;
    // If nothing says which sandbox a failure belongs to, all sandboxes of a run are one.
    const company = isTold ? chosen.filter(({ call }) => call.sandbox === entry.call.sandbox) : chosen;
    if (company.length === 0) return true;
    // A pair is judged beside its first fault alone.
    if (entry.after !== undefined) return false;
    const all = [...company, entry];
    if (entry.fault.variant !== undefined) {
      const faults = company.filter(({ fault }) => fault.variant === undefined);
      if (faults.length > 0 && !this.#ridesWith(entry, faults)) return false;
      const variants = company.filter((each) => !faults.includes(each));
      return this.#fitsVariants(entry.fault.variant, variants, this.#suspects.has(entry));
    }
    if (company.some(({ fault }) => fault.variant !== undefined)) return false;
    const risky = all.filter((each) => this.#isRisky(each));
    if (risky.length > 1 || risky.some((each) => !this.#mayBreakAfter(each, all))) return false;
    const atCall = all.filter(({ call }) => isSameCall(call, entry.call));
    const isLast = atCall.some((each) => this.#client.swallowsAt(each));
    if (atCall.length > 1 && (isLast || retriesAt(entry, all) > this.#client.retries.of(entry.kind))) return false;
    if (this.#beginsLikePending(entry)) return false;
    // Another token is asked for once, and one silence is long enough.
    if (company.some(({ fault }) => isSameTrouble(fault, entry.fault))) return false;
    const most = all.every((each) => this.#client.copesWith(each)) ? MOST_TOGETHER : FIRST_TOGETHER;
    return all.length <= Math.min(most, this.#together);
  }

  #isApart(entry: PlanEntry): boolean {
    return this.#apart.has(entry) || this.#client.hangsAfter(entry);
  }

  /** Variants meet all calls, so they are tried among themselves: one of each point, and fewer after a run that broke. */
  #fitsVariants(
    { point }: NonNullable<FaultClass['variant']>,
    company: readonly PlanEntry[],
    isSuspect: boolean,
  ): boolean {
    return (
      !isSuspect &&
      company.length < this.#variantsTogether &&
      company.every((each) => each.fault.variant !== undefined && each.fault.variant.point !== point) &&
      !company.some((each) => this.#suspects.has(each))
    );
  }

  /** Whether a variant of good responses can be tried beside faults that the client probably gets over. */
  #ridesWith({ call }: PlanEntry, faults: readonly PlanEntry[]): boolean {
    return this.#doVariantsRide && call.exchange.status < 400 && !faults.some((each) => this.#isRisky(each));
  }

  /** Whether it may break a run, or be felt at the calls of others. */
  #isRisky(entry: PlanEntry): boolean {
    if (entry.fault.alone === true || entry.fault.lasts === true || this.#suspects.has(entry)) return true;
    return !this.#client.copesWith(entry) && this.#client.failsAfter(entry);
  }

  /**
   * Whether an entry that breaks the run can be judged although others are met before it: it may fail clearly, or is known to
   * do so, and no other one gives the client other data, with which a test may fail later.
   */
  #mayBreakAfter(entry: PlanEntry, all: readonly PlanEntry[]): boolean {
    const { fault, call } = entry;
    return (
      fault.alone !== true &&
      !this.#suspects.has(entry) &&
      this.isExpected(entry, 'failed clearly') &&
      all.every((other) => other === entry || (other.call.exchange.id < call.exchange.id && !other.fault.changesData))
    );
  }

  /** Whether another fault at the same call, which has to be tried first, meets the client in the same way. */
  #beginsLikePending({ fault: { beginsLike }, call, after }: PlanEntry): boolean {
    return (
      beginsLike !== undefined &&
      this.#pending.some(
        (other) => other.fault.id === beginsLike && other.after === after && isSameCall(other.call, call),
      )
    );
  }
}

function hasNotAskedAgain({ reaction }: Observation): boolean {
  return reaction === 'failed clearly' || reaction === 'failed unclearly' || reaction === 'swallowed';
}

/** How many retries the faults at the call of an entry take together. */
function retriesAt({ call }: PlanEntry, entries: readonly PlanEntry[]): number {
  return entries.reduce((sum, each) => (isSameCall(each.call, call) ? sum + each.fault.retries : sum), 0);
}

function isSameCall(one: PlanEntry['call'], other: PlanEntry['call']): boolean {
  return one.sandbox === other.sandbox && one.operation === other.operation && one.call === other.call;
}

function isSameTrouble(one: FaultClass, other: FaultClass): boolean {
  return one.trouble !== undefined && one.trouble === other.trouble;
}
