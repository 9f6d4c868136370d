/** `npm run soak`: half an hour of everything at once. Fails if anything grows, stays open or becomes slower. */

import { checkBuilt } from './contestants/contestants.js';
import { processesOfProgram } from './processes/processes-of-program.js';
import { soak } from './special/soak.js';

const MOST_SLOPE = 1;
const MOST_SLOWER = 1.2;

const [minutes = '30', ...more] = process.argv.slice(2);
if (more.length > 0 || !(Number(minutes) > 0)) {
  console.error('usage: npm run soak [-- <minutes>]');
  process.exit(2);
}
const processes = processesOfProgram();

try {
  checkBuilt();
  const result = await soak(processes, { seconds: Number(minutes) * 60, tell: (line) => console.error(line) });
  const { requests, sandboxes, slope, p99, handles, unexpected } = result;
  console.log(`${requests} requests, ${sandboxes} sandboxes`);
  const checks = [
    [`memory in use grows by ${slope.toFixed(2)} MB a minute; at most ${MOST_SLOPE}`, slope <= MOST_SLOPE],
    [`the last p99 is ${p99.toFixed(2)} of the first; at most ${MOST_SLOWER}`, p99 <= MOST_SLOWER],
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
