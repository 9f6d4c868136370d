/** Puts a new file in the place of an old one so that, whatever happens meanwhile, one of the two is there in full. */

import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes the text beside the file, and gives it the file's name when it is complete.
 * @throws what the file system says; the file is what it was then
 */
export function replaceFile(file: string, text: string): void {
  removeLeftovers(file);
  const unfinished = unfinishedFile(file, process.pid);
  try {
    writeDurably(unfinished, text);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function unfinishedFile(file: string, pid: number): string {
  return `${file}.${pid}.tmp`;
}

/**
 * Removes what emulators have left that were killed while they wrote this file. One that is still running may be writing,
 * so its unfinished file stays. Nothing depends on this; where it cannot be done it is not.
 */
function removeLeftovers(file: string): void {
  try {
    for (const name of readdirSync(dirname(file))) {
      const pid = writerOf(name, basename(file));
      if (pid !== undefined && !isRunning(pid)) rmSync(join(dirname(file), name), { force: true });
    }
  } catch {
    // The file itself tells what is wrong with its folder.
  }
}

/** Whose unfinished file this is; undefined where it is not one of that file. */
function writerOf(name: string, file: string): number | undefined {
  const pid = Number(/\.(\d{1,10})\.tmp$/.exec(name)?.[1]);
  return name === unfinishedFile(file, pid) ? pid : undefined;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, 'w', 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
