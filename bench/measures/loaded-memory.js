/** Resident memory after many requests: of the emulator, and of bare Node to show what Node itself takes. */

import { setTimeout as sleep } from 'node:timers/promises';
import { BARE_NODE, EMULATOR } from '../contestants/contestants.js';
import { rotated } from '../contestants/rotated.js';
import { putUnderLoad } from '../load/put-under-load.js';
import { residentMegabytes } from '../processes/process-figures.js';
import { startServer } from '../processes/start-server.js';
import { loadedMemory } from './figures.js';

/** One round. */
export async function measureLoadedMemory({ processes, samples, round, extent, contestants, questions: [question] }) {
  for (const contestant of rotated(
    contestants.filter(({ name }) => [EMULATOR, BARE_NODE].includes(name)),
    round,
  )) {
    const server = await startServer(processes, contestant, question);
    await putUnderLoad(processes, server, [question], { count: extent.requests });
    await sleep(extent.settleSeconds * 1_000);
    samples.add(loadedMemory(extent.requests), contestant.name, residentMegabytes(server.child.pid));
    await processes.stop(server.child);
  }
}
