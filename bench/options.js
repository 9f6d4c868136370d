/** The command line of the benchmark. */

import { parseArgs } from 'node:util';
import { MEASURES } from './measures/measures.js';

export const USAGE = `npm run bench -- [--quick] [--only ${Object.keys(MEASURES).join('|')}]`;

/** Thrown where the command line is not one that can be followed. */
export class UsageError extends Error {
  name = 'UsageError';
}

/**
 * @typedef {object} Options
 * @property {boolean} quick whether everybody is only asked everything once, to see that the answers are right
 * @property {readonly string[]} measures names of what is measured
 */

/**
 * @param {readonly string[]} args
 * @returns {Options}
 * @throws {UsageError}
 */
export function readOptions(args) {
  const { quick, only } = parse(args);
  const names = Object.keys(MEASURES);
  if (only !== undefined && !names.includes(only))
    throw new UsageError(`--only must be one of ${names.join(', ')}, but is "${only}"`);
  if (only !== undefined) return { quick, measures: [only] };
  return { quick, measures: quick ? names.filter((name) => !MEASURES[name].onlyTime) : names };
}

function parse(args) {
  try {
    return parseArgs({ args, options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } })
      .values;
  } catch (error) {
    // Where it tells more than what is wrong, that is advice for other programs.
    throw new UsageError(error.message.split('. ')[0]);
  }
}
