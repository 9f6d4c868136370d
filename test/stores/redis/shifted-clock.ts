/** Gives a Redis another time than the machine's: a library that is loaded before its own, made by the C compiler. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCE = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int gettimeofday(struct timeval *now, void *zone) {
  char text[32] = { 0 };
  struct timespec real;
  int file = open(getenv("SHIFTED_CLOCK"), O_RDONLY);
  if (file >= 0) { if (read(file, text, 31) < 0) text[0] = 0; close(file); }
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &real);
  now->tv_sec = real.tv_sec + atol(text);
  now->tv_usec = real.tv_nsec / 1000;
  return 0;
}
`;

/** Whether there is a compiler. */
export const CAN_SHIFT_CLOCK =
  process.platform === 'linux' && spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;

let library: string | undefined;

/** The environment of a process whose clock differs by the seconds in a file. */
export function shiftedBy(file: string): Record<string, string> {
  if (library === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'shifted-clock-'));
    const made = join(folder, 'clock.so');
    writeFileSync(join(folder, 'clock.c'), SOURCE);
    const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', made, join(folder, 'clock.c')]);
    if (status !== 0) throw new Error('the compiler made no library');
    library = made;
  }
  return { LD_PRELOAD: library, SHIFTED_CLOCK: file };
}
