/** The classes of faults, the most telling first: what the specification lets happen at a call, and what a client should do. */

import { FAILURES } from './failures.js';
import type { FaultClass } from './fault-class.js';
import { OTHER_RESPONSES } from './other-responses.js';
import { REFUSED_TOKENS } from './refused-tokens.js';
import { VARIANT } from './variants.js';

export const FAULT_CLASSES: readonly FaultClass[] = [
  FAILURES.throttled,
  FAILURES['throttled-bare'],
  FAILURES['throttled-date'],
  FAILURES.unavailable,
  REFUSED_TOKENS['expired-token'],
  REFUSED_TOKENS['revoked-token'],
  FAILURES['server-error'],
  FAILURES['bad-gateway'],
  FAILURES.reset,
  FAILURES.cut,
  FAILURES.silent,
  OTHER_RESPONSES['batch-items'],
  OTHER_RESPONSES['unknown-link'],
  OTHER_RESPONSES['not-found'],
  OTHER_RESPONSES['moved-pages'],
  OTHER_RESPONSES['unknown-value'],
  OTHER_RESPONSES['fewer-members'],
  OTHER_RESPONSES['more-members'],
  FAILURES.slow,
  FAILURES['lasting-error'],
  REFUSED_TOKENS['refused-tokens'],
  REFUSED_TOKENS.forbidden,
  VARIANT,
];
