/** How an answer is sent, where that is not at once and whole. Times are milliseconds of real time. */

import type { ConnectionFault } from '../scenarios/fault.js';

export interface Delivery {
  readonly beforeHeaders: number;
  readonly beforeBody: number;
  /** The body in pieces of so many bytes, with a pause after each. */
  readonly drip?: { readonly bytes: number; readonly every: number };
  readonly end?: ConnectionFault['end'];
  /** After how many bytes of the body the end comes; half of them where absent. */
  readonly endAfter?: number;
}

export const AT_ONCE: Delivery = { beforeHeaders: 0, beforeBody: 0 };
