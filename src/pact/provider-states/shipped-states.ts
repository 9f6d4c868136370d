/** The provider states that come with the package, each in a file of its own. */

import type { ProviderState } from './provider-state.js';
import { nobody } from './states/nobody.js';
import { partyHasDisclosed } from './states/party-has-disclosed.js';
import { rateLimited } from './states/rate-limited.js';
import { scenario } from './states/scenario.js';
import { tokenExpired } from './states/token-expired.js';

/** In the order of the documentation. */
export const providerStates: readonly ProviderState[] = [partyHasDisclosed, nobody, tokenExpired, rateLimited, scenario];
