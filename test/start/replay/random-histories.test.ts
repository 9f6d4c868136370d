/** Bundles of random histories replay byte for byte. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bundle } from '../../../src/emulator/control/state/bundle.js';
import { startEmulator } from '../../../src/index.js';
import { replayBundle } from '../../../src/start/replay/replay-bundle.js';
import { budget } from '../../budget.js';
import { RANDOM_HISTORY, performSteps } from './random-history.js';

const HISTORIES = budget({ short: 10, long: 100 });

test(`${HISTORIES} random histories are replayed byte for byte`, { timeout: 180_000 }, async () => {
  await using emulator = await startEmulator({ seed: 3 });
  await fc.assert(
    fc.asyncProperty(RANDOM_HISTORY, async (steps) => {
      using sandbox = emulator.sandbox();
      await performSteps(sandbox, steps);
      const bundle = JSON.parse(JSON.stringify(sandbox.bundle())) as Bundle;
      const replay = await replayBundle(bundle, 'bundle.json');
      await replay.close();
      expect(replay.difference).toBeUndefined();
      expect(replay.exchanges).toBe(sandbox.requests().length);
    }),
    { numRuns: HISTORIES, seed: 20_261_121, endOnFailure: true },
  );
});
