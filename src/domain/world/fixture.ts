/** A hand-written world: the cast, and how many generated parties stand behind it. */

import type { Party } from './model.js';

/** What a fixture file says, checked and complete. Nothing of it ever changes. */
export interface Fixture {
  readonly name: string;
  readonly parties: readonly Party[];
}
