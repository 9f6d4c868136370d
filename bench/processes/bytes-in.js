/** The size of what lies on the disk. */

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The bytes of all files in a folder and below. What is removed meanwhile does not count. */
export function bytesIn(folder) {
  const entries = readdirSync(folder, { recursive: true }).map((name) =>
    lstatSync(join(folder, name), { throwIfNoEntry: false }),
  );
  return entries.reduce((sum, entry) => sum + (entry?.isFile() ? entry.size : 0), 0);
}
