/** What is known of a fault before it is tried: other calls decide it, or the client does not get to it. */

import type { Observation } from './classify/observation.js';
import { HAS_NOT_ASKED_AGAIN } from './expectations/reaction.js';
import { pageBefore } from './expectations/list-walk.js';
import type { DecidedEntry, Outcome } from './outcome.js';
import type { PlanEntry } from './plan/plan.js';
import { mayDifferByCall } from './plan/telling-order.js';
import { placeOf, shapeOf } from './run/calls.js';

/** How many calls of an operation must react alike to a fault before they decide its other calls. */
export function enoughFor(entry: PlanEntry): number {
  return mayDifferByCall(entry) ? 12 : 3;
}

interface Known {
  /** Whether a reaction is among the right ones. */
  readonly isRight: (entry: PlanEntry, observation: Pick<Observation, 'reaction'>) => boolean;
  /** Whether the test of the entry reports how it ended. */
  readonly isTold: boolean;
}

/**
 * The outcome without a run; undefined if a run has to show it.
 * @param decided the decided entries of the same cell
 * @param before those of the class that begins in the same way
 */
export function foreseen(
  entry: PlanEntry,
  decided: readonly DecidedEntry[],
  before: readonly DecidedEntry[],
  known: Known,
): Outcome | undefined {
  const like = callThatDecides(entry, decided, known)?.observation;
  if (like !== undefined)
    return { entry, reason: `like other calls of ${entry.call.operation}: ${like.reaction}`, like };

  const prior = before[0]?.observation;
  if (prior?.facts.met.length !== 1 || !HAS_NOT_ASKED_AGAIN.has(prior.reaction)) return undefined;

  const reason = `begins like ${entry.fault.beginsLike}, after which the client does not ask again: ${prior.reaction}`;
  return { entry, reason };
}

/**
 * The decided call that decides this entry, too: a call of the same place, or the first call of the same shape. For the
 * latter, {@link enoughFor} right reactions are needed; or equal wrong ones: two, or one in the same test.
 */
function callThatDecides(
  entry: PlanEntry,
  decided: readonly DecidedEntry[],
  { isRight, isTold }: Known,
): DecidedEntry | undefined {
  const { call, fault } = entry;
  // A client may treat the first page of a list differently from later ones.
  const samePlace = decided.find(
    (each) => placeOf(each.entry.call) === placeOf(call) && pageBefore(call, [each.entry.call]) === undefined,
  );
  if (samePlace !== undefined && fault.lasts === true) return samePlace;

  const alike = decided.filter((each) => shapeOf(each.entry.call) === shapeOf(call));
  const [first] = alike;
  const areRight = alike.every((each) => isRight(each.entry, each.observation));
  const areEqual = alike.every(({ observation }) => observation.reaction === first?.observation.reaction);
  if (!areRight && !areEqual) return undefined;

  const isOfOneTest = first?.entry.call.sandbox === call.sandbox && isTold;
  const enoughWrong = isOfOneTest ? 1 : 2;
  return alike.length >= (areRight ? enoughFor(entry) : enoughWrong) ? first : undefined;
}
