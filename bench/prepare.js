/** What has to be there before anything can be measured: the built project, and the peers. */

import { fileURLToPath } from 'node:url';
import { isBuilt } from './contestants/contestants.js';
import { npm } from './processes/npm.js';

const BENCH = fileURLToPath(new URL('.', import.meta.url));
const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the project as it stands, and installs bench's own package.
 * @param {import('./processes/started-processes.js').StartedProcesses} processes
 */
export async function prepare(processes) {
  console.error('building the project');
  await npm(processes, ['run', '--silent', 'build'], PROJECT);
  console.error('installing the peers');
  await npm(processes, ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent'], BENCH);
}

/**
 * For a smoke nothing is installed, and what is built already is good enough.
 * @param {import('./processes/started-processes.js').StartedProcesses} processes
 */
export async function prepareForSmoke(processes) {
  if (!isBuilt()) await npm(processes, ['run', '--silent', 'build'], PROJECT);
}
