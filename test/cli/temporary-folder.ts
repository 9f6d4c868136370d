/** A folder that lives as long as its test. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes a folder with the given files: texts by name, folders included. */
export async function temporaryFolder(files: Readonly<Record<string, string>> = {}): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'id-emulator-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Makes a folder as `temporaryFolder` does, and works in it as long as it lives: commands in this process look for files
 * there. Tests with working folders do not run concurrently, because a process has one working directory.
 */
export async function workingFolder(files: Readonly<Record<string, string>> = {}): Promise<TemporaryFolder> {
  const folder = await temporaryFolder(files);
  const before = process.cwd();
  process.chdir(folder.path);
  return {
    path: folder.path,
    [Symbol.asyncDispose]: async () => {
      process.chdir(before);
      await folder[Symbol.asyncDispose]();
    },
  };
}
