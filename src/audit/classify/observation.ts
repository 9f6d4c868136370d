/** What a run shows of the faults in it. */

import type { TestCase, TestResult } from '../../emulator/injection/trail.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { remedyFor } from '../expectations/fault-class.js';
import type { Reaction } from '../expectations/reaction.js';
import type { PlanEntry } from '../plan/plan.js';

/** A reaction, and the evidence for it as a sentence. */
export interface ClassifiedReaction {
  readonly reaction: Reaction;
  /** What the client did, as a sentence. */
  readonly what: string;
  /** What one change of the client mends: the ID of the broken rule, or a bug of the program with its place. */
  readonly cause?: string;
  /**
   * Whether the command passed, so that only an audit shows the reaction, and no exit code. Only for calls that
   * overlap.
   */
  readonly isSilent?: true;
  /** The later test that failed although it met no fault. Only for a client that stayed broken. */
  readonly broken?: TestCase;
  /** What to change in the client, if the remedy of the class of faults does not fit the reaction. */
  readonly remedy?: string;
  /** A second reaction that the run proves: a client may repeat a request too soon, and then swallow the failure. */
  readonly beside?: ClassifiedReaction;
}

/** What was seen of one fault. */
export interface Observation extends ClassifiedReaction {
  /** The exchanges of the sandbox in the run. */
  readonly exchanges: readonly Exchange[];
  /** The command of the run. It may have another limit for its test runner, or run one test only. */
  readonly command: readonly string[];
  /** The number of the run, from 1. */
  readonly run: number;
  /** Numbers of the exchanges that met the fault. */
  readonly met: readonly number[];
  /** Name of the test that met the fault, if a test runner reported the test. */
  readonly metIn?: string | undefined;
  /** How often the test that met the fault, or the command, sent the request. */
  readonly attempts: number;
  /** The empty value that the test got instead of the expected one. The control has to show the same value. */
  readonly got?: string | undefined;
  /** What the failed test has compared. The control checks it, and `output`. */
  readonly compared?: TestCase['compared'];
  readonly output: string;
  /** The control that gives the same answer: the call with a true negative. Only for a wrong answer. */
  readonly negative?: PlanEntry;
  /** The test of the sandbox, if a fixture has reported it. */
  readonly test?: TestResult | undefined;
  /** Name of the test that failed, if anything has reported it. */
  readonly failedTest?: string | undefined;
}

/** What a run shows of the faults in one sandbox. A fault that the run does not decide may be in neither member. */
export interface Classification {
  readonly observations: ReadonlyMap<PlanEntry, Observation>;
  /** Faults to try alone, because something went wrong, probably because of one of them. */
  readonly suspects: readonly PlanEntry[];
}

/** All reactions that a run shows. */
export function reactionsIn({ beside, ...observation }: Observation): Observation[] {
  const { cause: _cause, ...others } = observation;
  return [observation, ...(beside === undefined ? [] : [{ ...others, ...beside }])];
}

/** The key of a finding. Reactions that one change of the client mends have the same key. */
export function findingKey({ fault, kind, call }: PlanEntry, { reaction, cause }: ClassifiedReaction): string {
  // A wrong result of one race shows in several classes of overlap.
  const isOfRace = reaction === 'wrong result' && fault.schedule !== undefined;
  const mended = cause ?? (isOfRace ? fault.group : reaction === 'misbehaved' ? fault.id : remedyFor(fault, kind));
  // What is lost at one operation says little about another.
  const isOfOperation = cause === undefined && (reaction === 'swallowed' || reaction === 'wrong result');
  const place = isOfOperation ? call.operation : '';
  return JSON.stringify([reaction, mended, place]);
}
