/** The package as users get it: packed, and installed into an empty folder. */

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { environmentWithoutSettings } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export interface InstalledPackage {
  readonly tarball: string;
  /** The folder of the project that it is installed in. */
  readonly consumer: string;
}

/** Packs the built package, and installs it beside what a TypeScript project on Node.js has anyway. */
export async function installPackage(folder: string): Promise<InstalledPackage> {
  await output(PROJECT, 'npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
  const [packed] = await readdir(folder);
  const tarball = join(folder, packed!);
  const consumer = join(folder, 'consumer');
  await mkdir(consumer);
  await writeFile(join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n');
  const nodeTypes = `@types/node@${manifest.devDependencies['@types/node']}`;
  await output(consumer, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball, nodeTypes]);
  return { tarball, consumer };
}

/** What a command prints; fails where the command does. */
export async function output(cwd: string, command: string, parameters: readonly string[]): Promise<string> {
  await using spawned = new SpawnedProcess(command, parameters, { cwd, env: environmentWithoutSettings() });
  const { code, stdout, stderr } = await spawned.ended;
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${String(code)}:\n${stdout}${stderr}`);
  return stdout;
}
