/** Responds as if the client had requested another page size. */

import type { PageFault } from '../../scenarios/fault.js';
import type { FaultPerformer } from './fault-performer.js';

export const performPage: FaultPerformer<PageFault> = ({ limit }, _context, next) => next({ limit });
