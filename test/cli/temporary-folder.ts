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
