/** Creates folders. */

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and those around it, one by one: in Node.js 20 to 24, `mkdirSync` with `recursive` never returns if
 * the system has no such file below a folder that exists, as in `/proc`.
 * @param mode the permissions of what it creates
 * @throws the error of the system
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return;

  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);

  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(folder)) throw error;
  }
}
