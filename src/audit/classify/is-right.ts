/** Whether a client reacted as it should. */

import type { Observation } from './classify.js';
import type { Expectations } from '../expectations/expectations.js';
import type { PlanEntry } from '../plan/plan.js';
import { WITHOUT_ACCUSATION } from './reaction.js';

/** Whether a reaction is among the right ones, or accuses nobody. */
export function isRight(
  { fault, kind }: PlanEntry,
  { reaction }: Pick<Observation, 'reaction'>,
  expectations: Expectations,
): boolean {
  return WITHOUT_ACCUSATION.has(reaction) || expectations(fault, kind).includes(reaction);
}
