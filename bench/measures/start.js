/** From the start of the process to its first good answer, and the memory it has then. */

import { setTimeout as sleep } from 'node:timers/promises';
import { EMULATOR, emulator } from '../contestants/contestants.js';
import { rotated } from '../contestants/rotated.js';
import { LARGE_POPULATION } from '../extent.js';
import { residentMegabytes } from '../processes/process-figures.js';
import { startServer } from '../processes/start-server.js';
import { IDLE_MEMORY, level, START } from './figures.js';

export const LARGE_EMULATOR = `${EMULATOR}, ${level('population', LARGE_POPULATION)}`;

/** One round. */
export async function measureStart({ processes, samples, round, extent, contestants, questions }) {
  const [question] = questions;
  const large = { ...emulator(['--population', LARGE_POPULATION]), name: LARGE_EMULATOR };
  for (const contestant of rotated([...contestants, large], round)) {
    const server = await startServer(processes, contestant, contestant.adapt?.(question) ?? question);
    samples.add(START, contestant.name, server.startMilliseconds);
    await sleep(extent.settleSeconds * 1_000);
    samples.add(IDLE_MEMORY, contestant.name, residentMegabytes(server.child.pid));
    await processes.stop(server.child);
  }
}
