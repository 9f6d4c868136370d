/** `npm run soak`: everything at once, for long. Fails if anything grows, stays open or becomes slower. */

import { parseArgs } from 'node:util';
import { checkBuilt } from './contestants/contestants.js';
import { processesOfProgram } from './processes/processes-of-program.js';
import { soak } from './special/soak.js';

const MOST_SLOPE = 1;
const MOST_SLOWER = 1.2;
/** The folder of the store is tidied now and then only. */
const MOST_DISK = 1.5;
/** Clients come and go. */
const MOST_FILES = 20;

const hours = readHours();
const processes = processesOfProgram();
try {
  checkBuilt();
  const result = await soak(processes, { seconds: hours * 3_600, tell: (line) => console.error(line) });
  const { requests, sandboxes, exports, lines, slope, p99, disk, files, handles, unexpected } = result;
  console.log(`${requests} requests, ${sandboxes} sandboxes, ${exports} exports, ${lines} lines of the log`);
  const checks = [
    [`memory in use grows by ${slope.toFixed(2)} MB a minute; at most ${MOST_SLOPE}`, slope <= MOST_SLOPE],
    [`the last p99 is ${p99.toFixed(2)} of the first; at most ${MOST_SLOWER}`, p99 <= MOST_SLOWER],
    [`the store is ${disk.toFixed(2)} of its size in the first half; at most ${MOST_DISK}`, disk <= MOST_DISK],
    [`files open beyond those of the first half: ${files}; at most ${MOST_FILES}`, files <= MOST_FILES],
    [`left open: ${handles.join(', ') || 'nothing'}`, handles.length === 0],
    [`unexpected responses: ${unexpected}`, unexpected === 0],
  ];
  for (const [line, isGood] of checks) console.log(`${isGood ? 'ok' : 'FAILED'}: ${line}`);
  if (!checks.every(([, isGood]) => isGood)) process.exitCode = 1;
} catch (error) {
  console.error(`soak: ${error.message}`);
  process.exitCode = 1;
} finally {
  await processes.stopAll();
}

/** Ends the program where the command line cannot be followed. */
function readHours() {
  try {
    const { values } = parseArgs({ options: { hours: { type: 'string', default: '0.5' } } });
    if (Number(values.hours) > 0) return Number(values.hours);
  } catch {
    // The usage says what is wrong.
  }
  console.error('usage: npm run soak [-- --hours <number>]');
  process.exit(2);
}
