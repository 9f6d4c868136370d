/** Whether a client reacted as it should. */

import type { Observation } from './classify.js';
import type { Expectations } from '../expectations/expectations.js';
import type { PlanEntry } from '../plan/plan.js';

/** Whether a reaction is among the right ones. That a call was not reached says nothing. */
export function isRight(
  { fault, kind }: PlanEntry,
  { reaction }: Pick<Observation, 'reaction'>,
  expectations: Expectations,
): boolean {
  return reaction === 'not reached' || expectations(fault, kind).includes(reaction);
}
