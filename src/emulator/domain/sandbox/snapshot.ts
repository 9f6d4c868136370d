/** The changing state of a sandbox as plain data; `spec/state.schema.json` describes it. */

import type { components } from '../../../contract/document-schemas.js';
import type { StandingActivation } from './activation.js';

type State = components['schemas']['state'];

/** The changing state. Its lists of limited length have the least recently used entry first. */
export interface SandboxSnapshot extends Omit<State, 'format' | 'version' | 'emulator' | 'options' | 'activations'> {
  readonly activations: readonly StandingActivation[];
}

/** How many things of each kind a sandbox has numbered. Generated values depend on these numbers. */
export type IssuedNumbers = State['issued'];

/** The requests of one client in one window of a throttle, a scenario that limits requests per time. */
export type RequestWindow = State['windows'][number][1];
