/** Installs this package and the others of a folder on a version of Node.js, and runs the checks there. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NotRun } from './command.js';
import { install, installedVersion } from './npm.js';
import { Project } from './project.js';

/** What a check without packages tries. */
export const NODE = 'Node.js';

/**
 * @param {string} place gets a folder of its own
 * @param {import('./types.js').Folder} folder
 * @param {import('./types.js').NodeVersion} node
 * @param {object} options
 * @param {string} options.tarball this package
 * @param {import("./types.js").Held | undefined} options.held installs exactly these versions. Undefined: the newest that npm chooses
 * @returns {Promise<import('./types.js').Result[]>} for each package
 */
export async function runFolder(place, folder, node, { tarball, held }) {
  const installed = join(place, `${folder.name.replaceAll(' ', '-')}-${node.major}`);
  await mkdir(installed);
  await writeFile(join(installed, 'package.json'), '{ "private": true }\n');
  const packages = packagesOf(folder);
  const unknown = packages.filter((name) => held !== undefined && versionHeld(held, name, node) === undefined);
  const wanted = packages.filter((name) => !unknown.includes(name));
  const specifiers = wanted.map((name) =>
    held === undefined ? name : `${nameOf(name)}@${versionHeld(held, name, node)}`,
  );
  /** Why a check did not hold, or was not run. @type {Map<import('./types.js').Check, Error>} */
  const failed = new Map();
  try {
    await install(installed, [tarball, ...specifiers], { bin: node.bin, ...(held && { before: held.at }) });
  } catch (error) {
    for (const check of folder.checks) failed.set(check, /** @type {Error} */ (error));
  }
  for (const [number, check] of folder.checks.entries()) {
    if (failed.has(check)) continue;
    const missing = check.packages.filter((name) => unknown.includes(name));
    try {
      if (missing.length > 0) throw new NotRun(`docs/versioning.md records no version of ${missing.join(', ')}`);
      await check.run(new Project(join(installed, `project-${number}`), installed, node.bin));
    } catch (error) {
      failed.set(check, /** @type {Error} */ (error));
    }
  }
  const tried = folder.checks.some((check) => check.packages.length === 0) ? [NODE, ...packages] : packages;
  return tried.map((name) => resultOf(name, { folder, node, failed, version: versionOf(installed, name, node) }));
}

/**
 * @param {string} name
 * @param {object} run
 * @param {import('./types.js').Folder} run.folder
 * @param {import('./types.js').NodeVersion} run.node
 * @param {ReadonlyMap<import('./types.js').Check, Error>} run.failed
 * @param {string | undefined} run.version
 * @returns {import('./types.js').Result}
 */
function resultOf(name, { folder, node, failed, version }) {
  const checks = folder.checks.filter(({ packages }) =>
    name === NODE ? packages.length === 0 : packages.includes(name),
  );
  const errors = checks.flatMap((check) => {
    const error = failed.get(check);
    return error === undefined ? [] : [{ check, error }];
  });
  const reasons = errors.map(({ check, error }) => `${check.does}: ${error.message}`);
  const isNotRun = errors.length > 0 && errors.every(({ error }) => error instanceof NotRun);
  const outcome = errors.length === 0 ? 'held' : isNotRun ? 'not run' : 'not held';
  return { package: name, version, node, outcome, reasons };
}

/** @param {import('./types.js').Folder} folder */
export function packagesOf(folder) {
  return [...new Set(folder.checks.flatMap(({ packages }) => packages))];
}

/** `msw` of `msw@2`. @param {string} specifier */
function nameOf(specifier) {
  return specifier.replace(/(?<=.)@.*$/, '');
}

/** @param {import('./types.js').Held} held @param {string} name @param {import('./types.js').NodeVersion} node */
function versionHeld({ versions }, name, { major }) {
  return versions[name]?.[major];
}

/** @param {string} installed @param {string} name @param {import('./types.js').NodeVersion} node */
function versionOf(installed, name, node) {
  if (name === NODE) return node.version;
  try {
    return installedVersion(installed, nameOf(name));
  } catch {
    return undefined;
  }
}
