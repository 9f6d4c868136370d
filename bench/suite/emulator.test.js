/** Two hundred tests, a sandbox each. */

import { test } from '../../dist/lib/vitest.js';
import { readScores } from './calls.js';

test.for(Array.from({ length: 200 }, (_, at) => at))('reads scores, %i', async (at, { sandbox }) => {
  await readScores(new URL(sandbox.url).origin, sandbox, at % 20);
});
