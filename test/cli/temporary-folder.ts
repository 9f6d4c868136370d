/** A folder that lives as long as its test. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes a folder with the given files: texts by name. */
export async function temporaryFolder(files: Readonly<Record<string, string>> = {}): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'id-emulator-'));
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(path, name), text)));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
