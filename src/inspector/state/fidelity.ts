/** What the contract rests on. It never changes, so it is loaded once: when a view first needs it. */

import { call } from '../control/call.js';
import type { FidelityPoint } from '../control/types.js';
import { loaded, type Loaded } from './loaded.js';

interface Fidelity {
  /** Number of points by basis. */
  readonly counts: object;
  readonly points: readonly FidelityPoint[];
}

let fidelity: Loaded<Fidelity> | undefined;

export function knownFidelity(): Loaded<Fidelity> {
  return (fidelity ??= loaded<Fidelity>((signal) => call('get', '/fidelity', { signal })));
}
