/** A run without the peers that asks everything once, to see that answers and report are right, and not how fast. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMOKE } from './extent.js';
import { StartedProcesses } from './processes/started-processes.js';
import { markdownPage } from './report/markdown.js';
import { resultOf } from './report/result.js';
import { runRounds } from './run-rounds.js';

/**
 * @param {readonly string[]} measures names
 * @returns {Promise<{ result: import('./report/result.js').Result, page: string }>} what a whole run would keep
 * @throws {Error} where any answer is wrong
 */
export async function smoke(measures) {
  const folder = mkdtempSync(join(tmpdir(), 'id-emulator-bench-'));
  const processes = new StartedProcesses(folder);
  try {
    const run = await runRounds({ processes, folder, extent: SMOKE, measures, withPeers: false });
    const result = await resultOf(run, 0);
    return { result, page: markdownPage(result, new Map()) };
  } finally {
    await processes.stopAll();
    rmSync(folder, { recursive: true, force: true });
  }
}
