/** Installs this package and the others of a folder on a version of Node.js, and runs the checks there. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
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
 * @param {import('./types.js').Held | undefined} options.held these versions. Undefined: the newest that npm chooses
 * @returns {Promise<import('./types.js').Result[]>} for each package
 */
export async function runFolder(place, folder, node, { tarball, held }) {
  const installed = join(place, `${folder.name.replaceAll(' ', '-')}-${node.major}`);
  await mkdir(installed);
  await writeFile(join(installed, 'package.json'), '{ "private": true }\n');
  /** Why a check did not hold, or was not run. @type {Map<import('./types.js').Check, Error>} */
  const failed = new Map();
  /** @param {import('./types.js').Check} check @param {() => Promise<void>} perform */
  const note = async (check, perform) => {
    await perform().catch((/** @type {Error} */ error) => failed.set(check, error));
  };
  const known = folder.checks.filter((check) => held === undefined || isRecorded(held, check, node));
  for (const check of folder.checks)
    if (!known.includes(check)) failed.set(check, new NotRun('no version of it is recorded'));
  const specifiers = neededBy(known).map((name) => specifierOf(name, node, held));
  const installation = install(installed, [tarball, ...specifiers], { bin: node.bin, before: held?.at });
  await installation.catch(() => undefined);
  for (const [number, check] of known.entries()) {
    await note(check, async () => {
      await installation;
      await check.run(new Project(join(installed, `project-${number}`), installed, node.bin));
    });
  }
  const results = triedBy(folder).map((name) =>
    resultOf(name, { folder, node, failed, version: versionOf(installed, name, node) }),
  );
  await rm(installed, { recursive: true, force: true });
  return results;
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

/** The names of the results of a folder. @param {import('./types.js').Folder} folder */
function triedBy({ checks }) {
  return [...new Set(checks.flatMap(({ packages }) => (packages.length === 0 ? [NODE] : packages)))];
}

/** What is installed for these checks. @param {readonly import('./types.js').Check[]} checks */
function neededBy(checks) {
  return [...new Set(checks.flatMap((check) => [...check.packages, ...(check.with ?? [])]))];
}

/**
 * What npm is asked for. What a check only needs besides may have no version that is recorded.
 * @param {string} name @param {import('./types.js').NodeVersion} node @param {import('./types.js').Held} [held]
 */
function specifierOf(name, { major }, held) {
  const version = held?.versions[name]?.[major];
  return version === undefined ? name : `${nameOf(name)}@${version}`;
}

/** @param {import('./types.js').Held} held @param {import('./types.js').Check} check @param {import('./types.js').NodeVersion} node */
function isRecorded({ versions }, { packages }, { major }) {
  return packages.every((name) => versions[name]?.[major] !== undefined);
}

/** `msw` of `msw@2`. @param {string} specifier */
function nameOf(specifier) {
  return specifier.replace(/(?<=.)@.*$/, '');
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
