/** The calls of the chosen sandbox that wait until somebody lets them go on. */

import { call } from '../control/call.js';
import { loaded } from './loaded.js';

/** Its holds that have not let all of their calls go on. */
export const openHolds = loaded(async (signal) => {
  const { holds } = await call('get', '/sandboxes/{id}/holds', { signal });
  return holds.filter(({ calls, held }) => held.length < calls || held.some(({ release }) => release === undefined));
}, 1_000);
