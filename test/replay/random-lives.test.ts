/** A bundle taken from a sandbox replays byte for byte, whatever the sandbox has lived through. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bundle } from '../../src/control/bundle.js';
import { startEmulator } from '../../src/index.js';
import { replayBundle } from '../../src/replay/replay-bundle.js';
import { LIFE, live } from './random-life.js';

test('100 random lives are replayed byte for byte', { timeout: 180_000 }, async () => {
  await using emulator = await startEmulator({ seed: 3 });
  await fc.assert(
    fc.asyncProperty(LIFE, async (happenings) => {
      using sandbox = emulator.sandbox();
      await live(sandbox, happenings);
      const bundle = JSON.parse(JSON.stringify(sandbox.bundle())) as Bundle;
      const replay = await replayBundle(bundle, 'bundle.json');
      await replay.close();
      expect(replay.difference).toBeUndefined();
      expect(replay.exchanges).toBe(sandbox.requests().length);
    }),
    { numRuns: 100, seed: 20_261_121, endOnFailure: true },
  );
});
