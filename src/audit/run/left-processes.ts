/** Finds the processes that belong to a run, however they were started, by the variable that each of them inherits. */

import { readdirSync, readFileSync } from 'node:fs';

/**
 * The IDs of the processes that have this variable with this value, without this process. Only Linux shows it, in `/proc`;
 * elsewhere there are none.
 */
export function processesWith(name: string, value: string): number[] {
  if (process.platform !== 'linux') return [];
  const wanted = `${name}=${value}`;
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id !== process.pid && environmentOf(id).includes(wanted));
}

function environmentOf(id: number): string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
  } catch {
    // It has ended, or belongs to another user.
    return [];
  }
}
