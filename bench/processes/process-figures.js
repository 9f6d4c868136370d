/** What Linux knows of a running process; undefined on other systems, whose tables then have a gap. */

import { readdirSync, readFileSync } from 'node:fs';

/** What /proc counts CPU time in, the same on every Linux that Node runs on (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

/** Resident memory in megabytes. */
export function residentMegabytes(pid) {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(pid, 'status') ?? '')?.[1];
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1_024) / 1_000_000;
}

/** CPU time that all threads of the process have used, in seconds. */
export function cpuSeconds(pid) {
  const stat = read(pid, 'stat');
  if (stat === undefined) return undefined;
  // The second field, the program's name in parentheses, may hold blanks; utime and stime are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Files, sockets and pipes that the process has open. */
export function openFiles(pid) {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : undefined;
}

function read(pid, file) {
  return process.platform === 'linux' ? readFileSync(`/proc/${pid}/${file}`, 'utf8') : undefined;
}
