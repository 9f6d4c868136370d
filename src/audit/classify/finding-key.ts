/** What a client does wrong wherever it is mended in one place: one finding. */

import type { Observation } from './classify.js';
import { remedyFor } from '../expectations/right-reactions.js';
import type { PlanEntry } from '../plan/plan.js';

/** Equal for reactions with the same rule, or the same remedy. */
export function habitOf({ fault, kind, call }: PlanEntry, { reaction, rule }: Observation): string {
  const cause = reaction === 'misbehaved' ? (rule ?? fault.id) : remedyFor(fault, kind);
  // What is lost at one operation says little about another.
  const place = reaction === 'swallowed' || reaction === 'wrong result' || reaction === 'crashed' ? call.operation : '';
  return JSON.stringify([reaction, cause, place]);
}
