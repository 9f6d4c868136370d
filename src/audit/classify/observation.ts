/** What a run shows of the faults in it. */

import type { TestCase } from '../../emulator/injection/trail.js';
import { remedyFor } from '../expectations/fault-class.js';
import type { Reaction } from '../audit-types.js';
import type { PlanEntry } from '../plan/plan.js';
import type { Facts } from './facts.js';

/** A reaction, and the evidence for it as a sentence. */
export interface ClassifiedReaction {
  readonly reaction: Reaction;
  /** What the client did, as a sentence. */
  readonly what: string;
  /** What is to be mended: the ID of the broken rule, or a bug of the program with its place. */
  readonly cause?: string;
  /**
   * Whether the command passed, so that only an audit shows the reaction, and no exit code.
   */
  readonly isSilent?: true;
  /** Whether a single run proves the reaction, so that another run is neither needed nor possible. */
  readonly isProven?: boolean;
  /** The later test that failed although it met no fault. Only for a client that stayed broken. */
  readonly broken?: TestCase;
  /** What to change in the client, if the remedy of the class of faults does not fit the reaction. */
  readonly remedy?: string;
  /** A second reaction that the run proves: a client may repeat a request too soon, and then swallow the failure. */
  readonly secondReaction?: ClassifiedReaction;
}

/** What was seen of one fault. */
export interface Observation extends ClassifiedReaction {
  readonly facts: Facts;
  /** The control that gives the same answer: the call with a true negative. Only for a wrong answer. */
  readonly negative?: PlanEntry;
  /** The control that goes well. Default: the control of the entry. */
  readonly control?: PlanEntry;
  /** Name of the test that failed, if anything has reported it. */
  readonly failedTest?: string | undefined;
}

/** What a run shows of the faults in one sandbox. A fault that the run does not decide may be in neither member. */
export interface Classification {
  readonly observations: ReadonlyMap<PlanEntry, Observation>;
  /** Faults to try alone, because something went wrong, probably because of one of them. */
  readonly suspects: readonly PlanEntry[];
}

/** Whether the observation shows that no test failed, so that other faults of the run can be judged, too. */
export function isPassing({ reaction, failedTest }: Observation): boolean {
  return reaction === 'recovered' || reaction === 'test gap' || (reaction === 'note' && failedTest === undefined);
}

/** All reactions that a run shows: one, or two. */
export function reactionsIn({ secondReaction, ...observation }: Observation): Observation[] {
  if (secondReaction === undefined) return [observation];

  // The second reaction has its own cause, or none.
  const { cause: _cause, ...withoutCause } = observation;
  return [observation, { ...withoutCause, ...secondReaction }];
}

/** The key of a finding. Reactions that one change of the client mends have the same key. */
export function findingKey({ fault, kind, call }: PlanEntry, { reaction, cause }: ClassifiedReaction): string {
  if (cause !== undefined) return JSON.stringify([reaction, cause, '']);
  if (reaction === 'misbehaved') return JSON.stringify([reaction, fault.id, '']);

  // What swallows one failure of an operation swallows similar ones. It says little about another operation.
  if (reaction === 'swallowed')
    return JSON.stringify([reaction, fault.habit ?? remedyFor(fault, kind), call.operation]);

  // A wrong result of one race shows in several classes of overlap.
  const isOfRace = reaction === 'wrong result' && fault.schedule !== undefined;
  const mended = isOfRace ? fault.group : remedyFor(fault, kind);

  return JSON.stringify([reaction, mended, reaction === 'wrong result' ? call.operation : '']);
}
