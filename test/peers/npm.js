/** What is asked of npm. All installations share its cache. */

import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { firstError, run } from './command.js';
import { environment } from './environment.js';

const INSTALL = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--no-update-notifier'];

/**
 * Installs packages into a folder.
 * @param {string} folder
 * @param {readonly string[]} packages
 * @param {object} [options]
 * @param {string | undefined} [options.bin] the folder of the Node.js that npm runs on: it chooses versions that work there
 * @param {string | undefined} [options.before] takes no version that came after this time, not even of the packages behind others
 * @throws if npm fails; the message is its own
 */
export async function install(folder, packages, { bin, before } = {}) {
  // What came since the last run is wanted today; what is known already is right for an earlier day.
  const day = before === undefined ? ['--prefer-online'] : ['--prefer-offline', `--before=${before}`];
  const env = environment(...(bin === undefined ? [] : [bin]));
  const { code, output } = await run('npm', [...INSTALL, ...day, ...packages], { cwd: folder, env });
  if (code !== 0) throw new Error(`npm install: ${firstError(output)}`);
}

/**
 * The version of an installed package.
 * @param {string} folder @param {string} name
 * @returns {string}
 */
export function installedVersion(folder, name) {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}

/**
 * Packs this package as for a release.
 * @param {string} repository @param {string} folder
 * @returns {Promise<string>} the tarball
 */
export async function pack(repository, folder) {
  const { code, output } = await run('npm', ['pack', '--pack-destination', folder], {
    cwd: repository,
    env: environment(),
  });
  if (code !== 0) throw new Error(`npm pack: ${firstError(output)}`);
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (packed === undefined) throw new Error(`npm pack wrote no file into ${folder}`);
  return join(folder, packed);
}

/**
 * Why no registry is reached; undefined if one is. Whatever a registry answers is an answer.
 * @param {string} folder
 */
export async function whyNoRegistry(folder) {
  const question = ['view', 'npm', 'version', '--prefer-online', '--fetch-retries=0', '--fetch-timeout=20000'];
  const { code, output } = await run('npm', question, { cwd: folder, env: environment() });
  return code === 0 || /\bE[45]\d\d\b/.test(output) ? undefined : firstError(output);
}
