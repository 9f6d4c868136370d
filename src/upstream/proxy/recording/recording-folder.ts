/** The folder of a recording: written completely or not at all. */

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

/** The folder that was given cannot be used for a recording. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
}

/**
 * Checks before recording that the folder can be written later.
 * @throws RecordError if it is not empty or cannot be created
 */
export function requireUsableFolder(folder: string): void {
  const path = resolve(folder);
  if (existsSync(path)) {
    if (!statSync(path).isDirectory())
      throw new RecordError(`${folder} is a file; name a folder that does not exist yet`);
    if (readdirSync(path).length > 0)
      throw new RecordError(`the folder ${folder} is not empty; name an empty folder, or one that does not exist yet`);
  }
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch {
    throw new RecordError(`cannot create the folder ${folder}: ${dirname(path)} does not exist or is not writable`);
  }
}

/**
 * Writes the files to a temporary folder beside the final one, and renames it when they are complete.
 * @throws Error if a file cannot be written
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
