/**
 * A second run for what only one run has shown: a test may fail by chance, and a finding without a cause is worse than none.
 */

import type { Observation } from '../classify/classify.js';
import { type PlanEntry, placeOf } from './plan.js';
import type { Outcome } from './schedule.js';

/** Whether a reaction is among the right ones. */
export type IsRight = (entry: PlanEntry, observation: Observation) => boolean;

/** An entry with what was seen of it. */
interface Observed {
  readonly entry: PlanEntry;
  readonly observation: Observation;
  readonly isSeenTwice?: true;
}

/**
 * The first entry of each wrong reaction that no other run has shown: neither to the same class of faults nor, of an operation
 * whose failures are swallowed or break the same rule, to another class. An error that names the fault cannot be chance.
 */
export function toSeeAgain(outcomes: readonly Outcome[], isRight: IsRight): Observed[] {
  const wrong = outcomes.filter(
    (outcome): outcome is Outcome & Observed =>
      'observation' in outcome &&
      outcome.observation.reaction !== 'failed clearly' &&
      !isRight(outcome.entry, outcome.observation),
  );
  return wrong.filter(
    (one) => one.isSeenTwice !== true && !wrong.some((other) => isOtherRun(one, other) && isAlike(one, other)),
  );
}

/** The outcomes after the second look. What was not seen again is no finding. */
export function afterSecondLook(
  outcomes: readonly Outcome[],
  again: readonly Outcome[],
  isRight: IsRight,
): readonly Outcome[] {
  const unsteady = new Map<Observation, string>();
  for (const second of again) {
    const first = outcomes.find(({ entry }) => entry === second.entry);
    if (first === undefined || !('observation' in first) || !('observation' in second)) continue;
    if (isRight(second.entry, second.observation))
      unsteady.set(
        first.observation,
        `the client does not always react in the same way: ${first.observation.reaction}, then ${second.observation.reaction}`,
      );
  }
  return outcomes.map((outcome): Outcome => {
    const { entry } = outcome;
    const observation = 'observation' in outcome ? outcome.observation : outcome.like;
    const reason = observation && unsteady.get(observation);
    return reason === undefined ? outcome : { entry, reason, isUnsteady: true };
  });
}

function isOtherRun(one: Observed, other: Observed): boolean {
  return one.observation.exchanges !== other.observation.exchanges;
}

function isAlike(
  { entry: one, observation }: Observed,
  { entry: other, observation: { reaction, rule } }: Observed,
): boolean {
  if (observation.reaction !== reaction) return false;
  const isSameClass =
    one.fault.variant === undefined ? one.fault.id === other.fault.id : placeOf(one) === placeOf(other);
  const isSameHabit = reaction === 'swallowed' || (rule !== undefined && observation.rule === rule);
  return isSameClass || (isSameHabit && one.call.operation === other.call.operation);
}
