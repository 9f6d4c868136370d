/** What is known of a fault before it is tried: other calls decide the fault, or the client never reaches it. */

import type { Observation } from './classify/observation.js';
import { HAS_NOT_ASKED_AGAIN } from './expectations/reaction.js';
import { pageBefore } from './expectations/list-walk.js';
import type { DecidedEntry, Outcome } from './outcome.js';
import type { PlanEntry } from './plan/plan.js';
import { mayDifferByCall } from './plan/telling-order.js';
import { placeOf, shapeOf } from './run/calls.js';

/** At how many calls of an operation a client must react alike to a fault before these calls decide all other calls. */
export function enoughFor(entry: PlanEntry): number {
  return mayDifferByCall(entry) ? 12 : 3;
}

/** What earlier runs have shown. */
interface Known {
  /** The decided entries of the same cell. */
  readonly decided: readonly DecidedEntry[];
  /** The decided entries of the class that begins in the same way. */
  readonly decidedBefore: readonly DecidedEntry[];
  /** Whether a reaction is among the right ones. */
  readonly isRight: (entry: PlanEntry, observation: Pick<Observation, 'reaction'>) => boolean;
  /** Whether the test of the entry reports how it ended. */
  readonly isReported: boolean;
}

/** The outcome without a run; undefined if a run has to show it. */
export function foreseen(entry: PlanEntry, known: Known): Outcome | undefined {
  const inferred = callThatDecides(entry, known)?.observation;
  if (inferred !== undefined)
    return { entry, reason: `like other calls of ${entry.call.operation}: ${inferred.reaction}`, inferred };

  // A fault with several failures begins like the fault with one. A client that gave up after the one never sees more.
  const before = known.decidedBefore[0]?.observation;
  if (before?.facts.met.length !== 1 || !HAS_NOT_ASKED_AGAIN.has(before.reaction)) return undefined;

  const { beginsLike } = entry.fault;
  const reason = `begins like ${beginsLike}, after which the client does not ask again: ${before.reaction}`;

  return { entry, reason };
}

/**
 * The decided call that decides this entry, too:
 * - after a lasting fault, a call of the same place of the program;
 * - the first call of the same shape, if enough calls of the shape were decided: {@link enoughFor} calls with right
 *   reactions, or two calls with equal wrong reactions, or one call with a wrong reaction in the same test.
 */
function callThatDecides(entry: PlanEntry, { decided, isRight, isReported }: Known): DecidedEntry | undefined {
  const { call, fault } = entry;
  const samePlace = decided.find((other) => {
    // A client may treat the first page of a list differently from later ones.
    const isEarlierPage = pageBefore(call, [other.entry.call]) !== undefined;
    return placeOf(other.entry.call) === placeOf(call) && !isEarlierPage;
  });
  if (samePlace !== undefined && fault.lasts === true) return samePlace;

  const sameShape = decided.filter((other) => shapeOf(other.entry.call) === shapeOf(call));
  const [first] = sameShape;
  const areRight = sameShape.every((other) => isRight(other.entry, other.observation));
  if (areRight) return sameShape.length >= enoughFor(entry) ? first : undefined;

  const areEqual = sameShape.every(({ observation }) => observation.reaction === first!.observation.reaction);
  const isOfOneTest = first!.entry.call.sandbox === call.sandbox && isReported;
  const enoughWrong = isOfOneTest ? 1 : 2;

  return areEqual && sameShape.length >= enoughWrong ? first : undefined;
}
