/** The processes of a program of the benchmark, and the folder that they work in. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartedProcesses } from './started-processes.js';

/** Call it once in a program: however the program ends, neither the processes nor their new folder are left. */
export function processesOfProgram() {
  const processes = new StartedProcesses(mkdtempSync(join(tmpdir(), 'id-emulator-bench-')));
  process.on('exit', () => {
    processes.killAll();
    rmSync(processes.folder, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
  return processes;
}
