/** Puts members into a valid answer, as a JSON merge patch does (RFC 7396). */

import { mergePatch } from '../../contract/json.js';
import type { MergeFault } from '../../scenarios/fault.js';
import type { FaultPerformer } from './fault-performer.js';

export const performMerge: FaultPerformer<MergeFault> = ({ patch }, _context, next) => {
  const answer = next();
  if (answer.status >= 400) return answer;
  return { ...answer, body: mergePatch(answer.body, patch) };
};
