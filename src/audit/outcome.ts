/** How each entry of a plan ended, and what is known of it before. */

import { isPassing, type Observation } from './classify/observation.js';
import { mayGiveUp } from './plan/batch.js';
import type { PlanEntry } from './plan/plan.js';

/** How an entry of a plan ended: by an observation, or by a reason not to try the entry. */
export interface Outcome {
  readonly entry: PlanEntry;
  readonly observation?: Observation;
  /** Whether two separate runs have shown the same wrong reaction, the second run with the printed command. */
  readonly isConfirmed?: true;
  /** Why the entry was not tried, or has no observation, as a part of a sentence. */
  readonly reason?: string;
  /** The observation of another call, if that observation decides this entry, too. */
  readonly inferred?: Observation;
  /** Whether the audit ended before the entry was tried. */
  readonly isUntried?: true;
  /** Whether a second run has shown another reaction. */
  readonly isUnsteady?: true;
}

/** An entry and the observation that has decided it. */
export type DecidedEntry = Required<Pick<Outcome, 'entry' | 'observation'>>;

/** The observation that decides an entry: its own, or that of another entry. */
export function decidingObservation({ observation, inferred }: Outcome): Observation | undefined {
  return observation ?? inferred;
}

/** What is known of an entry, which is a fault at a call. */
export interface Row {
  readonly entry: PlanEntry;
  /** The operation and the class of faults, as in `getUsers:throttled`. */
  readonly cell: string;
  /** The size of the largest batch in which the entry may be tried. */
  largestBatch: number;
  /** Whether the entry needs a run without any other batch. */
  needsOwnRun: boolean;
  /** Wrong reactions that were seen and are not confirmed. */
  readonly unconfirmed: Observation[];
  outcome?: Outcome | undefined;
}

/** The entries that an observation has decided. */
export function decidedAmong(rows: readonly Row[]): DecidedEntry[] {
  const outcomes = rows.flatMap(({ outcome }) => outcome ?? []);
  return outcomes.flatMap(({ entry, observation }) => (observation ? { entry, observation } : []));
}

/**
 * IDs of classes of faults, and points of variants, after which a run went wrong; and the operations at which the
 * client gave up after a fault that did not last.
 */
export function breakingAmong(rows: Iterable<Row>): ReadonlySet<string> {
  const breaking = new Set<string>();
  for (const { entry, unconfirmed, outcome } of rows) {
    const { fault, call } = entry;
    const shown = [...unconfirmed, outcome?.observation].filter((each) => each !== undefined);
    if (shown.every(isPassing)) continue;

    breaking.add(fault.variant?.point ?? fault.id);
    if (mayGiveUp(entry) && fault.lasts !== true) breaking.add(call.operation);
  }

  return breaking;
}
