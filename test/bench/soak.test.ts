/** Endurance, in small: half an hour is `npm run soak`. */

import { expect, test } from 'vitest';
import { StartedProcesses } from '../../bench/processes/started-processes.js';
import { soak, WARM_UP } from '../../bench/special/soak.js';
import { budget } from '../budget.js';
import { temporaryFolder } from '../cli/temporary-folder.js';

const SECONDS = 120;
/** In megabytes a minute: a third of a kilobyte for each request. In so short a time, single samples differ by several. */
const MOST_SLOPE = 4;

test.runIf(budget({ short: false, long: true }))(
  'sandboxes, streams, scenarios and clients that hang up leave nothing behind',
  async () => {
    await using folder = await temporaryFolder();
    const processes = new StartedProcesses(folder.path);
    try {
      const { requests, sandboxes, slope, handles, unexpected } = await soak(processes, { seconds: SECONDS });
      expect({ handles, unexpected }).toEqual({ handles: [], unexpected: 0 });
      expect(requests).toBeGreaterThan(0);
      expect(sandboxes).toBeGreaterThan(0);
      expect(slope).toBeLessThanOrEqual(MOST_SLOPE);
    } finally {
      await processes.stopAll();
    }
  },
  (WARM_UP + SECONDS) * 1_000 + 60_000,
);
