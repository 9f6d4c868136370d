/** From the start of the process to its first 200. */

import { bareNode, emulator, LARGE_POPULATION, NO_QUESTION, stockExpress } from './contestants.js';
import { rotated } from './rotated.js';
import { startServer } from './start-server.js';

/** One round. */
export async function measureStart({ processes, samples, round }) {
  const contestants = [emulator(), emulator(LARGE_POPULATION), stockExpress(NO_QUESTION), bareNode(NO_QUESTION)];
  for (const contestant of rotated(contestants, round)) {
    const { child, startMilliseconds } = await startServer(processes, contestant);
    samples.add('start to first 200', 'ms', contestant.name, startMilliseconds);
    await processes.stop(child);
  }
}
