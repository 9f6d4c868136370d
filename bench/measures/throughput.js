/** Requests a second, latency, and what a request costs the server, for each question and each contestant. */

import { rotated } from '../contestants/rotated.js';
import { putUnderLoad } from '../load/put-under-load.js';
import { askForText } from '../questions/questions.js';
import { cpu, latency, throughput } from './figures.js';

/** One round: one server at a time is under load, the others have nothing to do. */
export async function measureThroughput({ processes, samples, round, extent, questions, servers }) {
  for (const question of questions) {
    for (const server of rotated(servers, round)) {
      const asked = server.contestant.adapt?.(question) ?? question;
      const expectedBody = await checkedBody(server, asked);
      // Since the last round code has grown cold, in the server and in the machine's caches.
      const load = question === questions[0] || round === 0 ? extent.firstLoad : extent.load;
      const outcome = await putUnderLoad(processes, server, [asked], { ...load, expectedBody });
      record(samples, question.name, server.contestant.name, outcome);
    }
  }
}

/** The right answer; where it may differ the next time, members are all that can be checked. */
async function checkedBody({ url, contestant }, question) {
  const text = await askForText(url, question).catch((error) => {
    throw new Error(`${contestant.name}: ${error.message}`);
  });
  return question.varies ? undefined : text;
}

function record(samples, what, contestant, { right, seconds, cpu: used, p50, p99, p999 }) {
  samples.add(throughput(what), contestant, right / seconds);
  samples.add(latency(what, 'p50'), contestant, p50);
  samples.add(latency(what, 'p99'), contestant, p99);
  samples.add(latency(what, 'p99.9'), contestant, p999);
  samples.add(cpu(what), contestant, used === undefined ? undefined : (used * 1_000_000) / right);
}
