/** The folder of a recording: it is there in full, or not at all. */

import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RecordError } from './record-error.js';

/**
 * Makes sure, before anything is recorded, that the folder can be written later.
 * @throws RecordError where it is there and not empty, or cannot be made
 */
export function refuseUnusable(folder: string): void {
  const path = resolve(folder);
  if (existsSync(path)) {
    if (!statSync(path).isDirectory())
      throw new RecordError(`${folder} is a file; name a folder that is not there yet`);
    if (readdirSync(path).length > 0)
      throw new RecordError(`the folder ${folder} is there and not empty; a recording needs one of its own`);
  }
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch {
    throw new RecordError(
      `the folder ${folder} cannot be made: ${dirname(path)} is not there, or may not be written to`,
    );
  }
}

/**
 * Writes the files beside the folder, and gives them its name when they are complete.
 * @throws what the file system says
 */
export function writeFolder(folder: string, files: Readonly<Record<string, string>>): void {
  const path = resolve(folder);
  const unfinished = `${path}.${process.pid}.tmp`;
  mkdirSync(unfinished);
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(unfinished, name), text, { flag: 'wx', mode: 0o600 });
  try {
    if (existsSync(path)) rmdirSync(path);
    renameSync(unfinished, path);
  } catch (error) {
    throw new Error(`cannot write ${folder}, the recording is in ${unfinished}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
