/** Merges members into a valid response, as a JSON merge patch (RFC 7396). */

import { mergePatch } from '../../../common/json.js';
import type { MergeFault } from '../../scenarios/fault.js';
import type { FaultPerformer } from './fault-performer.js';

export const performMerge: FaultPerformer<MergeFault> = ({ patch }, _context, next) => {
  const response = next();
  return response.status >= 400 ? response : { ...response, body: mergePatch(response.body, patch) };
};
