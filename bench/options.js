/** The command line of the benchmark: what is measured, how often and for how long. */

import { parseArgs } from 'node:util';

/** Everything that can be measured, in the order in which it is. */
export const MEASUREMENTS = ['start', 'throughput', 'memory'];

/** Fewer rounds are for a quick look; their figures are printed, never kept. */
export const FEWEST_ROUNDS_TO_KEEP = 5;

export const USAGE = `node run.js [--rounds <1-50>] [--seconds <1-60>] [--only ${MEASUREMENTS.join('|')}]`;

/** Thrown where the command line is not one that can be followed. */
export class UsageError extends Error {
  name = 'UsageError';
}

/**
 * @typedef {object} Options
 * @property {number} rounds how often everything is measured
 * @property {number} seconds how long each server is under load in each round
 * @property {readonly string[]} measurements
 */

/**
 * @param {readonly string[]} args
 * @returns {Options}
 * @throws {UsageError}
 */
export function readOptions(args) {
  const { rounds, seconds, only } = parse(args);
  if (only !== undefined && !MEASUREMENTS.includes(only)) throw new UsageError(`--only must be one of ${MEASUREMENTS.join(', ')}, but is "${only}"`);
  return {
    rounds: wholeNumber('rounds', rounds, 50),
    seconds: wholeNumber('seconds', seconds, 60),
    measurements: only === undefined ? MEASUREMENTS : [only],
  };
}

/** Whether a run with these options is worth keeping: all of it, often enough. */
export function isWholeRun({ rounds, measurements }) {
  return measurements.length === MEASUREMENTS.length && rounds >= FEWEST_ROUNDS_TO_KEEP;
}

function parse(args) {
  try {
    const options = {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      only: { type: 'string' },
    };
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function wholeNumber(name, text, maximum) {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > maximum) throw new UsageError(`--${name} must be a whole number from 1 to ${maximum}, but is "${text}"`);
  return number;
}
