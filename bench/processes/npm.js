/** Runs npm; what it runs itself ends with the run, too. */

const IS_WINDOWS = process.platform === 'win32';

/**
 * @param {import('./started-processes.js').StartedProcesses} processes
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<string>} what it said on standard output
 * @throws {Error} where it fails
 */
export function npm(processes, args, cwd) {
  // Started by npm, its own path is known; else the one on the path of programs is taken.
  const script = process.env['npm_execpath'];
  if (script?.endsWith('.js')) return processes.output({ args: [script, ...args], cwd, isOnline: true });
  return processes.output({ program: IS_WINDOWS ? 'npm.cmd' : 'npm', args, cwd, isOnline: true });
}
