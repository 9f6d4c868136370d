/** Appends a test to the trail of a run, in a file for its process. A reporter that fails never fails the command. */

const { appendFileSync } = require('node:fs');

/**
 * @param {string} runner
 * @param {() => { name: string, file?: string, passed: boolean, skipped?: true, repeated?: boolean, started: number, ended: number, error?: string } | undefined} describe
 *   the test, with times in milliseconds since 1970; undefined if it did not run
 */
module.exports = (runner, describe) => {
  try {
    const test = describe();
    if (test === undefined) return;
    const path = `${process.env.ID_EMULATOR_RUN}/${process.pid}-cases.trail.jsonl`;
    appendFileSync(path, JSON.stringify({ type: 'case', runner, ...test }) + '\n');
  } catch {
    // The run is over, or this version of the runner tells something else.
  }
};

/** A test that did not run. @param {string} name @param {string | undefined} file */
module.exports.skipped = (name, file) => ({
  name,
  file,
  passed: true,
  skipped: true,
  ...module.exports.timesUntilNow(0),
});

/** The texts of errors: Vitest gives an error about a time limit the stack of another one. @param {readonly any[]} errors */
module.exports.textOf = (errors) => errors.map(textOfOne).join('\n') || undefined;

/** @param {any} error */
function textOfOne(error) {
  const { message = String(error), stack = message, cause } = error ?? {};
  const text = stack.includes(message) ? stack : `${message}\n${stack}`;
  return cause === undefined || cause === null ? text : `${text}\n[cause]: ${textOfOne(cause)}`;
}

/** Milliseconds that an event of another process may take to arrive. */
const LATE = 5;

/** The times between which a test ran that has just been reported. @param {number | null | undefined} duration */
module.exports.timesUntilNow = (duration) => {
  const now = Date.now();
  return { started: now - (duration ?? 0) - LATE, ended: now };
};

/**
 * The values that the only error compares; undefined if there is another one, or if it compares nothing.
 * @param {readonly any[]} errors
 */
module.exports.comparedIn = ([error, ...others]) => {
  const { expected, actual } = error ?? {};
  if (others.length > 0 || expected === undefined || actual === undefined) return undefined;
  return { expected: textOfValue(expected), actual: textOfValue(actual) };
};

/** @param {unknown} value */
function textOfValue(value) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}
