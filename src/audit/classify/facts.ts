/** What is known of a fault in a run when its reaction is looked for. */

import type { TestResult } from '../../emulator/injection/trail.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import type { BaselineSandbox } from '../baseline.js';
import type { PlanEntry } from '../plan/plan.js';
import type { Reaction } from './reaction.js';
import type { ObservedRun } from '../run/perform-run.js';

/** A run with faults, beside the same sandbox without. */
export interface FaultedSandbox {
  readonly run: ObservedRun;
  readonly baseline: BaselineSandbox;
  /** The output of a run that passes. */
  readonly usualOutput: string;
  /** The faults of this sandbox, in the order of their calls. */
  readonly entries: readonly PlanEntry[];
  /** Whether no other sandbox of the run has a fault. */
  readonly isAlone: boolean;
  /** Whether a fault may be taken to have caused a reaction although it was not the only one: it is right, or known of others. */
  readonly isExpected: (entry: PlanEntry, reaction: Reaction) => boolean;
}

/** Why a reaction to one of several faults cannot be told: it needs a run with fewer. */
export const UNDECIDED = Symbol('undecided');

/** The facts about one of the faults. */
export interface Facts extends FaultedSandbox {
  readonly entry: PlanEntry;
  readonly exchanges: readonly Exchange[];
  readonly met: readonly Exchange[];
  /** Of the call that met the fault: calls that are sent at the same time come in any order. */
  readonly identity: string;
  readonly allMet: readonly Exchange[];
  /** Exchanges whose response a fault took away. */
  readonly disturbed: ReadonlySet<Exchange>;
  readonly test: TestResult | undefined;
  readonly hasFailed: boolean;
  /** Whether the time of the run was over before the command or the test had ended. */
  readonly hasHung: boolean;
}

/** A reaction, and what the client did as a sentence. */
export interface Found {
  readonly reaction: Reaction;
  readonly what: string;
  /** The rule of the judge that was broken. */
  readonly rule?: string;
}
