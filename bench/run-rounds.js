/** Measures everything round by round, so that a slow minute of the machine touches all contestants alike. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allContestants, emulator } from './contestants/contestants.js';
import { MEASURES } from './measures/measures.js';
import { startServer } from './processes/start-server.js';
import { makeQuestions, tokenQuestion } from './questions/questions.js';
import { Samples } from './report/samples.js';

/**
 * @param {object} setting
 * @param {import('./processes/started-processes.js').StartedProcesses} setting.processes
 * @param {string} setting.folder
 * @param {import('./extent.js').Extent} setting.extent
 * @param {readonly string[]} setting.measures
 * @param {boolean} [setting.withPeers] whether mock servers take part, where they are installed
 * @param {(line: string) => void} [setting.tell]
 * @returns {Promise<import('./report/reach.js').Run & { skipped: string[] }>}
 */
export async function runRounds({ processes, folder, extent, measures, withPeers = true, tell = () => undefined }) {
  // The peers have to know the answers before they start.
  const first = await startServer(processes, emulator(), tokenQuestion());
  const questions = await makeQuestions(first.url);
  writeFileSync(join(folder, 'questions.json'), JSON.stringify(questions));
  const { contestants, skipped } = await allContestants(folder, questions, withPeers);
  for (const line of skipped) tell(line);

  const others = measures.includes('throughput') ? contestants.slice(1) : [];
  const servers = [
    first,
    ...(await Promise.all(
      others.map((contestant) => startServer(processes, contestant, contestant.adapt?.(questions[0]) ?? questions[0])),
    )),
  ];
  const samples = new Samples();
  const kept = {};
  for (let round = 0; round < extent.rounds; round++) {
    for (const name of measures) {
      tell(`round ${round + 1} of ${extent.rounds}: ${name}`);
      samples.begin(MEASURES[name].title);
      await MEASURES[name].measure({
        processes,
        samples,
        round,
        extent,
        folder,
        contestants,
        questions,
        servers,
        withPeers,
        kept,
      });
    }
  }
  await processes.stopAll();
  return { samples, contestants, skipped, extent };
}
