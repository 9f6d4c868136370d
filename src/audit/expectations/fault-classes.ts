/** The classes of faults, the most telling first: what the specification lets happen at a call, and what a client should do. */

import { FAILURES, SLOW_FAILURES } from './failures.js';
import type { FaultClass } from './fault-class.js';
import { OTHER_RESPONSES } from './other-responses.js';
import { INTERRUPTIONS } from './interruptions.js';
import { LASTING_REFUSALS, REFUSED_TOKENS } from './refused-tokens.js';
import { THROTTLING } from './throttling.js';
import { VARIANT } from './variants.js';

export const FAULT_CLASSES: readonly FaultClass[] = [
  ...THROTTLING,
  ...REFUSED_TOKENS,
  ...FAILURES,
  ...OTHER_RESPONSES,
  ...SLOW_FAILURES,
  ...LASTING_REFUSALS,
  ...INTERRUPTIONS,
  VARIANT,
];
