/** A fixture: the hand-written parties of a world, as a world uses them. */

import type { Party } from './model.js';

/** A validated fixture with all defaults filled in. It never changes. */
export interface Fixture {
  readonly name: string;
  /** Number of generated parties beside these. Default: 200. */
  readonly population?: number;
  readonly parties: readonly Party[];
}
