/** Requests a second, latency, and what a request costs the server; every server fresh, one at a time under load. */

import { bareNode, emulator, stockExpress } from './contestants.js';
import { cpuSeconds } from './process-figures.js';
import { putUnderLoad } from './put-under-load.js';
import { checkAnswer, chooseQuestion } from './question.js';
import { rotated } from './rotated.js';
import { startServer } from './start-server.js';

/** One round. */
export async function measureThroughput({ processes, samples, round, options }) {
  const first = await startServer(processes, emulator());
  const question = await chooseQuestion(first.url);
  const servers = [first];
  for (const contestant of [stockExpress(question), bareNode(question)]) servers.push(await startServer(processes, contestant));
  for (const server of servers) await checkAnswer(server, question);
  for (const server of rotated(servers, round)) {
    await warmUp(processes, server, question, options);
    await measure({ processes, samples, server, question, seconds: options.seconds });
  }
  for (const { child } of servers) await processes.stop(child);
}

/** Until the code is compiled; here every body is compared, because here the time does not count. */
async function warmUp(processes, server, question, { seconds }) {
  await putUnderLoad(processes, server, question, { seconds: Math.ceil(seconds / 2), comparesBodies: true });
}

async function measure({ processes, samples, server, question, seconds }) {
  const { contestant, child } = server;
  const before = cpuSeconds(child.pid);
  const outcome = await putUnderLoad(processes, server, question, { seconds });
  const after = cpuSeconds(child.pid);
  samples.add('throughput', 'requests/s', contestant.name, outcome.right / outcome.seconds);
  samples.add('latency p50', 'ms', contestant.name, outcome.p50);
  samples.add('latency p99', 'ms', contestant.name, outcome.p99);
  samples.add('CPU a request', 'µs', contestant.name, before === undefined ? undefined : ((after - before) * 1_000_000) / outcome.right);
}
