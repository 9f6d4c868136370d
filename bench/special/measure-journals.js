/** What journals cost: the memory of a million exchanges, and the time that questions take. */

import { performance } from 'node:perf_hooks';
import { putUnderLoad } from '../load/put-under-load.js';
import { withEmulator } from './measure-sandboxes.js';

const ENTRIES = 1_000_000;
/** A million exchanges count more than the default. */
const BYTES_IN_ALL = 2 ** 31;
const AT_ONCE = 100_000;
const ASKED = 1_000;
const TIMES = 20;

const QUESTIONS = ['journal', 'journal?status=4xx', 'behaviour', 'journal/har', 'bundle'];

/** A journal whose reports take seconds. */
const LONG = 50_000;
const REPORTS = [
  'behaviour',
  'coverage',
  'journal?party=nobody',
  'journal?rule=poll-slowly',
  'journal/har',
  'fidelity',
  'bundle',
  'pact?consumer=bench',
];

/** Memory of a journal with a million exchanges, and of one that keeps a thousand of them. */
export async function measureEntries(processes, figures) {
  for (const journalSize of [ENTRIES, ASKED]) {
    await withEmulator(
      processes,
      { journalSize, journalBytesInAll: BYTES_IN_ALL },
      async ({ emulator, client, host }) => {
        const loaded = { child: host.child, url: emulator.url, question: await client.scoreQuestion(emulator) };
        await load(processes, loaded, ASKED);
        const before = await host.memory();
        for (let made = 0; made < ENTRIES; made += AT_ONCE) await load(processes, loaded, AT_ONCE);
        const what = journalSize === ENTRIES ? 'kept' : `of which ${ASKED.toLocaleString('en')} are kept`;
        figures.addMemory(`${ENTRIES.toLocaleString('en')} exchanges, ${what}`, {
          before,
          after: await host.memory(),
          items: ENTRIES,
        });
      },
    );
  }
}

/** Time that questions to a full journal take. */
export async function measureQuestions(processes, figures) {
  await withEmulator(processes, {}, async ({ emulator, client, host }) => {
    await load(
      processes,
      { child: host.child, url: emulator.url, question: await client.scoreQuestion(emulator) },
      ASKED,
    );
    for (const asked of QUESTIONS) {
      const milliseconds = [];
      for (let time = 0; time < TIMES; time++) {
        const begin = performance.now();
        await client.ask(`${emulator.url}/_emulator/sandboxes/default/${asked}`);
        milliseconds.push(performance.now() - begin);
      }
      figures.addTimes(`GET .../${asked}, ${ASKED.toLocaleString('en')} exchanges`, milliseconds);
    }
  });
}

/** How long others wait while somebody reads a report on a long journal. */
export async function measureWaits(processes, figures) {
  const options = { journalSize: LONG, journalBytesInAll: BYTES_IN_ALL };
  await withEmulator(processes, options, async ({ emulator, client, host }) => {
    const question = await client.scoreQuestion(emulator);
    await load(processes, { child: host.child, url: emulator.url, question }, LONG);
    for (const asked of REPORTS) {
      const waits = [];
      const reading = { isDone: false };
      const report = client.ask(`${emulator.url}/_emulator/sandboxes/default/${asked}`).finally(() => {
        reading.isDone = true;
      });
      while (!reading.isDone) {
        const begin = performance.now();
        await client.ask(`${emulator.url}/_emulator/health/live`);
        waits.push(performance.now() - begin);
      }
      await report;
      figures.addTimes(`others wait during GET .../${asked}, ${LONG.toLocaleString('en')} exchanges`, waits);
    }
  });
}

async function load(processes, { question, ...server }, count) {
  await putUnderLoad(processes, server, [question], { count });
}
