/**
 * Which faults go together into a run. Every sandbox can have one; several go into one sandbox where it is likely that the
 * client copes with all of them.
 */

import type { FaultClass } from '../expectations/fault-class.js';
import type { KnownClient } from '../classify/known-client.js';
import { retriesAt } from '../classify/known-retries.js';
import { isSameCall, type PlanEntry } from '../plan/plan.js';
import type { RunSize } from '../plan/run-size.js';
import type { Suspects } from '../plan/suspects.js';

/** Variants in one run. They change little, and most of them nothing that a client notices. */
const MOST_VARIANTS = 32;

/** What is known of the runs by now. */
export interface Known {
  readonly client: KnownClient;
  readonly suspects: Suspects;
  readonly size: RunSize;
  /** Whether a failed test says that it belongs to this sandbox. */
  readonly reportsTests: (sandbox: string) => boolean;
}

export class Grouping {
  readonly #known: Known;

  constructor(known: Known) {
    this.#known = known;
  }

  /** Whether the entry goes into a run with these. */
  fits(entry: PlanEntry, chosen: readonly PlanEntry[], pending: readonly PlanEntry[]): boolean {
    const { client, size, reportsTests } = this.#known;
    if (chosen.length > 0 && [entry, ...chosen].some((each) => this.#isApart(each))) return false;
    const ownReportsTests = reportsTests(entry.call.sandbox);
    if (chosen.some(({ call }) => reportsTests(call.sandbox) !== ownReportsTests)) return false;
    // If nothing says which sandbox a failure belongs to, all sandboxes of a run are one.
    const company = ownReportsTests ? chosen.filter(({ call }) => call.sandbox === entry.call.sandbox) : chosen;
    if (company.length === 0) return true;
    // A pair is judged beside its first fault alone.
    if (entry.after !== undefined) return false;
    if (entry.fault.variant !== undefined) return this.#fitsAsVariant(entry, company);
    if (company.some(({ fault }) => fault.variant !== undefined)) return false;
    const all = [...company, entry];
    const risky = all.filter((each) => this.#isRisky(each));
    if (risky.length > 1 || risky.some((each) => !this.#mayBreakAfter(each, all))) return false;
    const atCall = all.filter(({ call }) => isSameCall(call, entry.call));
    const isLast = atCall.some((each) => each.fault.takesAway && client.swallowsAt(each));
    if (atCall.length > 1 && (isLast || retriesAt(entry, all) > client.retries.of(entry.kind))) return false;
    if (beginsLikePending(entry, pending)) return false;
    // Another token is asked for once, one silence is long enough, and if all parts of a client have been told to wait, none
    // shows whether it heeds what another one was told.
    if (company.some(({ fault }) => isSameTrouble(fault, entry.fault))) return false;
    return all.length <= size.faults(all.every((each) => client.copesWith(each)));
  }

  /**
   * Whether the entry may end a run that shows what is met before.
   * @param pending all that are still to be tried
   */
  mayEnd(entry: PlanEntry, pending: readonly PlanEntry[]): boolean {
    if (entry.fault.variant !== undefined || beginsLikePending(entry, pending)) return false;
    return this.#isRisky(entry) && this.#mayBreakAfter(entry, []);
  }

  #isApart(entry: PlanEntry): boolean {
    return this.#known.suspects.isApart(entry) || this.#known.client.hangsAfter(entry);
  }

  /** Variants meet all calls, so that one of each point goes into a run, beside faults that the client probably gets over. */
  #fitsAsVariant(entry: PlanEntry, company: readonly PlanEntry[]): boolean {
    const { suspects, size } = this.#known;
    const faults = company.filter(({ fault }) => fault.variant === undefined);
    const variants = company.filter(({ fault }) => fault.variant !== undefined);
    const broken = suspects.variantsWith(entry);
    const mayJoinFaults =
      size.includesVariants &&
      broken.length === 0 &&
      entry.call.exchange.status < 400 &&
      !faults.some((each) => this.#isRisky(each));
    return (
      (faults.length === 0 || mayJoinFaults) &&
      // Half of those of which one has broken a run.
      variants.length < (broken.length > 0 ? broken.length >> 1 : MOST_VARIANTS) &&
      ![entry, ...variants].some((each) => suspects.has(each)) &&
      variants.every(
        (each) =>
          each.fault.variant!.point !== entry.fault.variant!.point &&
          (each.call.sandbox !== entry.call.sandbox || suspects.variantsWith(each).length === broken.length),
      )
    );
  }

  /** Whether it may break a run, or be felt at the calls of others. */
  #isRisky(entry: PlanEntry): boolean {
    const { client, suspects } = this.#known;
    if (entry.fault.alone === true || entry.fault.lasts === true || suspects.has(entry)) return true;
    return !client.copesWith(entry) && client.failsAfter(entry);
  }

  /**
   * Whether an entry that breaks the run can be judged although others are met before it: it may fail clearly, or is known to
   * do so, and no other one gives the client other data, with which a test may fail later.
   */
  #mayBreakAfter(entry: PlanEntry, all: readonly PlanEntry[]): boolean {
    const { client, suspects } = this.#known;
    const { fault, call } = entry;
    return (
      fault.alone !== true &&
      !suspects.has(entry) &&
      client.isExpected(entry, 'failed clearly') &&
      all.every((other) => other === entry || (other.call.exchange.id < call.exchange.id && !other.fault.changesData))
    );
  }
}

/** Whether another fault at the same call, which has to be tried first, meets the client in the same way. */
function beginsLikePending(entry: PlanEntry, pending: readonly PlanEntry[]): boolean {
  const { beginsLike } = entry.fault;
  return (
    beginsLike !== undefined &&
    pending.some(
      (other) => other.fault.id === beginsLike && other.after === entry.after && isSameCall(other.call, entry.call),
    )
  );
}

function isSameTrouble(one: FaultClass, other: FaultClass): boolean {
  return one.trouble !== undefined && one.trouble === other.trouble;
}
