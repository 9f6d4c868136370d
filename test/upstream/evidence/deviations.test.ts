/** What a service does otherwise is named by its point, also where no variant does the same. */

import { testTraffic } from './written-traffic.js';

testTraffic(new URL('deviations.yaml', import.meta.url));
