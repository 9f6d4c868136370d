/** How long each view of the inspector blocks an emulator with a full journal, while exchanges go on coming. */

import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpText } from '../load/http-text.js';
import { putUnderLoad } from '../load/put-under-load.js';
import { EmulatorHost } from '../processes/emulator-host.js';

const EXCHANGES = 50_000;
const PACE = 500;
const TICK_MILLISECONDS = 20;
const SECONDS = 6;
/** A person who holds a key down walks so fast through the list. */
const STEP_MILLISECONDS = 40;
/** As the page asks again. */
const POLL_MILLISECONDS = 5_000;

/** What each view requests, beside the stream of outlines that every view has. */
const VIEWS = {
  'no page open': undefined,
  'the list alone': () => Promise.resolve(),
  'walking the list, key held down': async (sandbox, signal) => {
    for (let id = EXCHANGES; !signal.aborted; id--) {
      await Promise.all([ask(`${sandbox}/journal/${id}`), ask(`${sandbox}/behaviour`)]);
      await sleep(STEP_MILLISECONDS);
    }
  },
  Behaviour: polling('behaviour'),
  Coverage: polling('coverage'),
  Fidelity: polling('fidelity'),
  'a search for a party': async (sandbox, signal, party) => {
    await streamUntil(`${sandbox}/journal/matches?party=${encodeURIComponent(party)}`, signal);
  },
};

/**
 * @param {import('../processes/started-processes.js').StartedProcesses} processes
 * @param {import('../load/sandbox-client.js').SandboxClient} client
 * @returns {Promise<[view: string, longestBlock: number][]>} in milliseconds
 */
export async function measureViews(processes, client) {
  const host = new EmulatorHost(processes);
  const emulator = await host.start({ journalSize: EXCHANGES });
  const questions = await client.scoreQuestions(emulator, 50);
  await putUnderLoad(processes, { child: host.child, url: emulator.url }, questions, { count: EXCHANGES });
  const sandbox = `${emulator.url}/_emulator/sandboxes/default`;
  const party = decodeURIComponent(questions[0].path.split('/').at(-1));
  const figures = [];
  for (const [name, view] of Object.entries(VIEWS)) {
    const ending = new AbortController();
    const paced = sendPaced(emulator, questions, ending.signal);
    const stream = view && streamUntil(`${sandbox}/journal/outlines?rate=200&from=${EXCHANGES}`, ending.signal);
    await sleep(1_000);
    await host.longestBlock();
    const viewed = view?.(sandbox, ending.signal, party);
    await sleep(SECONDS * 1_000);
    figures.push([name, await host.longestBlock()]);
    ending.abort();
    await Promise.all([paced, stream, viewed]);
  }
  await host.stop();
  return figures;
}

function polling(path) {
  return async (sandbox, signal) => {
    while (!signal.aborted) {
      await ask(`${sandbox}/${path}`);
      await sleep(POLL_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    }
  };
}

async function ask(url) {
  const { status, text } = await httpText(url);
  if (status !== 200) throw new Error(`${url} answers with status ${status}: ${text.slice(0, 200)}`);
}

function streamUntil(url, signal) {
  return new Promise((resolve) => {
    const request = get(url, { signal }, (response) => response.resume().on('error', () => undefined));
    request.on('error', () => undefined);
    signal.addEventListener('abort', () => resolve());
  });
}

async function sendPaced({ url }, questions, signal) {
  const each = (PACE * TICK_MILLISECONDS) / 1_000;
  for (let nth = 0; !signal.aborted;) {
    for (let more = each; more > 0; more--) {
      const { path, headers } = questions[nth++ % questions.length];
      void httpText(`${url}${path}`, { headers }).catch(() => undefined);
    }
    await sleep(TICK_MILLISECONDS);
  }
}

/** @param {[view: string, longestBlock: number][]} figures */
export function viewsTable(figures) {
  return `## How long each view blocks the emulator

The longest time in which the emulator did nothing else, over ${SECONDS} seconds: a journal of ${EXCHANGES.toLocaleString('en')} exchanges, ${PACE} more a second, and what each view of the page requests. The goal is 20 ms.

| view | longest block |
| --- | ---: |
${figures.map(([view, block]) => `| ${view} | ${block.toFixed(0)} ms |\n`).join('')}`;
}
