/** Replaces files atomically: after a crash, either the old or the new content is there in full. */

import { readdirSync, readlinkSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Writes the content to a temporary file beside the target and renames it when it is complete. The file mode is 0600. A
 * symbolic link stays; the file that it leads to is replaced.
 * @throws the error of the file system; the target is unchanged then
 */
export function replaceFile(name: string, content: string | Uint8Array): void {
  const file = linkTarget(name);
  removeLeftovers(file);
  const unfinished = unfinishedFile(file, process.pid);
  try {
    writeFileSync(unfinished, content, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * The file that a path leads to through symbolic links, whether it exists or not.
 * @throws the error of the file system if the links form a circle
 */
export function linkTarget(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    return linkTarget(resolve(dirname(file), readlinkSync(file)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // There is nothing of this name, or it is no link.
    if (code === 'ENOENT' || code === 'EINVAL') return file;
    throw error;
  }
}

function unfinishedFile(file: string, pid: number): string {
  return `${file}.${pid}.tmp`;
}

/**
 * Removes temporary files of emulators that were killed while they wrote this file. The file of a running process
 * stays: it may be writing. Failures are ignored, because nothing depends on the removal.
 */
function removeLeftovers(file: string): void {
  try {
    for (const name of readdirSync(dirname(file))) {
      const pid = Number(/\.(\d{1,10})\.tmp$/.exec(name)?.[1]);
      const isUnfinished = name === unfinishedFile(basename(file), pid);
      if (isUnfinished && !isRunning(pid)) rmSync(join(dirname(file), name), { force: true });
    }
  } catch {
    // Writing the file reports what is wrong with its folder.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
