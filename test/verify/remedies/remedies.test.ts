/** Which remedies a failed interaction gets: `remedies.yaml`. */

import { testVerifiedPacts } from '../verified-pacts.js';

testVerifiedPacts(new URL('remedies.yaml', import.meta.url));
