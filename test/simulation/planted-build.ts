/** Copies of the built command with one mistake each, to show that the simulation finds it. */

import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { MAIN } from '../cli/id-emulator.js';
import { temporaryFolder, type TemporaryFolder } from '../cli/temporary-folder.js';

/**
 * Texts of the built command, and what replaces them. One file of it must have each: several scripts of Redis there may
 * have the same part.
 */
export type Mistake = Readonly<Record<string, string>>;

export interface PlantedBuild extends AsyncDisposable {
  /** Path of the command. */
  readonly main: string;
}

export async function plantedBuild(mistake: Mistake): Promise<PlantedBuild> {
  const root = resolve(dirname(MAIN), '../..');
  const folder = await temporaryFolder();
  await cp(join(root, 'dist'), join(folder.path, 'dist'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder.path, 'package.json'));
  await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  await plant(join(folder.path, 'dist/cli'), mistake);
  return { main: join(folder.path, 'dist/cli/main.js'), [Symbol.asyncDispose]: () => removed(folder) };
}

async function plant(folder: string, mistake: Mistake): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js')).map((name) => join(folder, name));
  const sources = new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)));
  for (const [text, replacement] of Object.entries(mistake)) {
    const places = [...sources].flatMap(([file, source]) => (source.includes(text) ? [file] : []));
    if (places.length !== 1)
      throw new Error(`expected one file of the build with this text, found ${places.length}: ${text}`);

    const [place] = places as [string];
    sources.set(
      place,
      sources.get(place)!.replaceAll(text, () => replacement),
    );
  }
  await Promise.all([...sources].map(([file, source]) => writeFile(file, source)));
}

function removed(folder: TemporaryFolder): PromiseLike<void> {
  return folder[Symbol.asyncDispose]();
}
