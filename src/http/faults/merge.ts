/** Puts members into a valid answer, as a JSON merge patch does (RFC 7396). */

import { isObject } from '../../contract/is-object.js';
import type { MergeFault } from '../../scenario/fault.js';
import type { FaultPerformer } from './fault-performer.js';

export const performMerge: FaultPerformer<MergeFault> = ({ patch }, _context, next) => {
  const answer = next();
  if (answer.status >= 400) return answer;
  return { ...answer, body: merged(answer.body, patch) };
};

function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, name);
    else result[name] = merged(result[name], value);
  }
  return result;
}
