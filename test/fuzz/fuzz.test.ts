/**
 * Random requests to both planes under random scenarios: no response that nobody has documented, no 500 that no scenario
 * decided, nothing of another sandbox. `FUZZ_SEED` and `FUZZ_REQUESTS` choose other runs, `FUZZ_COUNTS` prints the outcomes,
 * `FUZZ_RECORD` names a file for what is sent and received.
 */

import { expect, test, vi } from 'vitest';
import { budget } from '../budget.js';
import { heapInUse } from '../heap-in-use.js';
import { Fuzzer } from './run.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? budget({ short: 120, long: 50_000 }));
const RECORDING = process.env['FUZZ_RECORD'];
/** Memory is compared only when it has had the time to grow. */
const IS_LONG = REQUESTS >= 20_000;
const MOST_GROWTH = 100 * 1_048_576;
/** Enough for a busy machine; each request has a bound of its own. */
const TIMEOUT = budget({ short: 120_000, long: 3_600_000 });

test(
  `${REQUESTS} random requests to both planes get documented responses, and every sandbox works as at its start`,
  { timeout: TIMEOUT },
  async () => {
    // Clocks that run would differ from run to run.
    if (RECORDING !== undefined) vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-01T00:00:00Z'));
    await using fuzzer = await Fuzzer.start(SEED);
    const before = [await fuzzer.listsAfterReset('a'), await fuzzer.listsAfterReset('b')];
    const warmUp = Math.floor(REQUESTS / 10);
    await fuzzer.run(warmUp);
    const inUse = IS_LONG ? heapInUse() : 0;
    await fuzzer.run(REQUESTS - warmUp);
    await fuzzer.checkAll();
    expect([await fuzzer.listsAfterReset('a'), await fuzzer.listsAfterReset('b')]).toEqual(before);
    if (IS_LONG) expect(heapInUse() - inUse).toBeLessThan(MOST_GROWTH);
    if (process.env['FUZZ_COUNTS'] !== undefined) console.log(fuzzer.counts);
    if (RECORDING !== undefined) fuzzer.recording.write(RECORDING);
    vi.restoreAllMocks();
  },
);
