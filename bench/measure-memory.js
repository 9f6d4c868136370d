/** Resident memory: when a server has started and come to rest, and after many requests. */

import { setTimeout as sleep } from 'node:timers/promises';
import { bareNode, emulator, LARGE_POPULATION, stockExpress } from './contestants.js';
import { residentMegabytes } from './process-figures.js';
import { putUnderLoad } from './put-under-load.js';
import { checkAnswer, chooseQuestion } from './question.js';
import { rotated } from './rotated.js';
import { startServer } from './start-server.js';

const SETTLE_MILLISECONDS = 1_000;
const REQUESTS = 100_000;

/** One round. */
export async function measureMemory({ processes, samples, round }) {
  const question = await anyQuestion(processes);
  const contestants = [emulator(), emulator(LARGE_POPULATION), stockExpress(question), bareNode(question)];
  for (const contestant of rotated(contestants, round)) {
    const server = await startServer(processes, contestant);
    const { pid } = server.child;
    await sleep(SETTLE_MILLISECONDS);
    samples.add('memory at rest', 'MB', contestant.name, residentMegabytes(pid));
    await askManyTimes(processes, server);
    await sleep(SETTLE_MILLISECONDS);
    samples.add(`memory after ${REQUESTS.toLocaleString('en')} requests`, 'MB', contestant.name, residentMegabytes(pid));
    await processes.stop(server.child);
  }
}

/** The peers have to know the answer before any server that is measured has started. */
async function anyQuestion(processes) {
  const server = await startServer(processes, emulator());
  const question = await chooseQuestion(server.url);
  await processes.stop(server.child);
  return question;
}

/** A question is good for one emulator only, because the answer's dates count from its start; another needs its own. */
async function askManyTimes(processes, server) {
  const question = server.contestant.question ?? (await chooseQuestion(server.url));
  await checkAnswer(server, question);
  await putUnderLoad(processes, server, question, { requests: REQUESTS });
}
