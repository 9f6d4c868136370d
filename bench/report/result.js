/** The outcome of a run, as it is kept in results.json. */

import { reachOf } from './reach.js';
import { environment } from './environment.js';

/**
 * @typedef {object} Result
 * @property {Awaited<ReturnType<typeof environment>>} environment
 * @property {import('../extent.js').Extent} extent
 * @property {number} seconds that the run took, preparations included
 * @property {{ name: string, does: string }[]} contestants
 * @property {string[]} skipped a line for each peer that could not be measured
 * @property {ReturnType<typeof reachOf>} reach
 * @property {ReturnType<import('./samples.js').Samples['rows']>} rows
 */

/**
 * @param {import('./reach.js').Run & { skipped: string[] }} run
 * @param {number} seconds
 * @returns {Promise<Result>}
 */
export async function resultOf(run, seconds) {
  const { samples, contestants, skipped, extent } = run;
  return {
    environment: await environment(),
    extent,
    seconds,
    contestants: contestants.map(({ name, does }) => ({ name, does })),
    skipped,
    reach: reachOf(run),
    rows: samples.rows(),
  };
}
