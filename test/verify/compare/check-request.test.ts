import { testComparisons } from './compared-pacts.js';

testComparisons(new URL('check-request.yaml', import.meta.url));
