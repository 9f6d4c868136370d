/** What the contract rests on. It never changes, so it is loaded once: when a view first needs it. */

import { call, type Answer } from '../control/call.js';
import { loaded, type Loaded } from './loaded.js';

let fidelity: Loaded<Answer<'/fidelity', 'get'>> | undefined;

export function knownFidelity(): Loaded<Answer<'/fidelity', 'get'>> {
  return (fidelity ??= loaded((signal) => call('get', '/fidelity', { signal })));
}
