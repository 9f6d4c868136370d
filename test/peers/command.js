/** Runs a command, and says in one line why it failed. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';

/** A check could not be tried on this machine, which says nothing about the packages. */
export class NotRun extends Error {
  /** @override */
  name = 'NotRun';
}

/** A command that runs longer is stuck: the slowest, an installation, takes minutes on a busy machine. */
export const LONGEST_MS = 600_000;

/**
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} surroundings
 * @returns {Promise<{ code: number | null, output: string }>} what it printed on both streams, without colours
 */
export async function run(command, parameters, surroundings) {
  const child = spawn(command, parameters, { ...surroundings, stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_MS });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  await once(child, 'close');
  if (child.killed) throw new Error(`${command} was stopped: it had not ended after ${LONGEST_MS / 60_000} minutes`);
  return { code: child.exitCode, output: stripVTControlCharacters(output) };
}

/** From the surest sign of the cause to the weakest. */
const SIGNS_OF_AN_ERROR = [
  /(?:^|[\s'[])\w*Error(?: \[\w+\])?: \S|\berror TS\d+:|Must use import/,
  /^npm (?:error|ERR!) (?!code |errno )\S/,
  /^\s*error: /,
  /\bexpected .+, received /,
  /^\S+ \u2717|^id-emulator: (?!listens )|\b(?:expected|cannot|failed|fails|refused|timed out|not found)\b/i,
];
/** Frames of a stack, and what npm says beside errors. */
const NO_REASON = /^\s*(?:at |\u276f )|^npm (?:warn|notice)/;

/**
 * The first line that says what went wrong, in the tool's own words.
 * @param {string} output
 */
export function firstError(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !NO_REASON.test(line));
  const found = SIGNS_OF_AN_ERROR.map((sign) => lines.find((line) => sign.test(line))).find(
    (line) => line !== undefined,
  );
  return (found ?? lines.at(-1) ?? 'it printed nothing').trim().replace(/^# /, '').replaceAll(/\s+/g, ' ');
}
