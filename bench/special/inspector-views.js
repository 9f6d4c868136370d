/** How long each view of the inspector blocks an emulator with a full journal, while exchanges go on coming. */

import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBuilt } from '../contestants/contestants.js';
import { httpText } from '../load/http-text.js';
import { OUTLINES } from '../load/open-page.js';
import { putUnderLoad } from '../load/put-under-load.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { processesOfProgram } from '../processes/processes-of-program.js';
import { environment } from '../report/environment.js';

const EXCHANGES = 50_000;
const PACE = 500;
const TICK_MILLISECONDS = 20;
const SECONDS = 6;
const ROUNDS = 3;
/** A person who holds a key down walks so fast through the list. */
const STEP_MILLISECONDS = 40;
/** So long that the page asks for the verdicts on the exchange, and leaves before they have come. */
const STAY_MILLISECONDS = 300;
/** As the page asks again. */
const POLL_MILLISECONDS = 5_000;

/** What each view requests, beside the stream of outlines and the verdicts that every view has. */
const VIEWS = {
  'no page open': undefined,
  'the list, and Behaviour': () => Promise.resolve(),
  'opening the page': (sandbox, signal) => streamUntil(`${sandbox}/${OUTLINES}&from=1`, signal),
  'walking the list, key held down': async (sandbox, signal) => {
    for (let id = await newestOf(sandbox); !signal.aborted; id--) {
      await ask(`${sandbox}/journal/${id}`);
      await sleep(STEP_MILLISECONDS);
    }
  },
  'staying at one exchange after another': async (sandbox, signal) => {
    for (let id = await newestOf(sandbox); !signal.aborted; id--) {
      await ask(`${sandbox}/journal/${id}`);
      const leaving = new AbortController();
      const judged = streamUntil(`${sandbox}/behaviour`, leaving.signal);
      await sleep(STAY_MILLISECONDS);
      leaving.abort();
      await judged;
    }
  },
  Coverage: polling('coverage'),
  Fidelity: polling('fidelity'),
  'a search for a party': async (sandbox, signal, party) => {
    await streamUntil(`${sandbox}/journal/matches?party=${encodeURIComponent(party)}`, signal);
  },
};

const processes = processesOfProgram();
const client = new SandboxClient();
try {
  checkBuilt();
  const page = await report(await measureViews());
  console.log(page);
  writeFileSync(new URL('INSPECTOR-VIEWS.md', import.meta.url), page);
} finally {
  client.close();
  await processes.stopAll();
}

/** @returns {Promise<Map<string, { block: number, work: number, pause: number, rate: number }[]>>} in milliseconds, and exchanges a second */
async function measureViews() {
  const host = new EmulatorHost(processes);
  const emulator = await host.start({ journalSize: EXCHANGES });
  const questions = await client.scoreQuestions(emulator, 50);
  await putUnderLoad(processes, { child: host.child, url: emulator.url }, questions, { count: EXCHANGES });
  const figures = new Map(Object.keys(VIEWS).map((name) => [name, []]));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, view] of Object.entries(VIEWS)) {
      const figure = await measureView(host, emulator, questions, view);
      console.error(
        `round ${round}, ${name}: ${Object.entries(figure).map(([what, time]) => `${what} ${time.toFixed(0)}`)}`,
      );
      figures.get(name).push(figure);
    }
  }
  await host.stop();
  return figures;
}

async function measureView(host, emulator, questions, view) {
  const sandbox = `${emulator.url}/_emulator/sandboxes/default`;
  const party = decodeURIComponent(questions[0].path.split('/').at(-1));
  const ending = new AbortController();
  const { signal } = ending;
  const paced = sendPaced(emulator, questions, signal);
  const stream = view && streamUntil(`${sandbox}/${OUTLINES}&from=${await newestOf(sandbox)}`, signal);
  await sleep(1_000);
  await host.longestBlock();
  const before = await newestOf(sandbox);
  const viewed = view && [view(sandbox, signal, party), polling('behaviour')(sandbox, signal)];
  await sleep(SECONDS * 1_000);
  const figure = { ...(await host.longestBlock()), rate: ((await newestOf(sandbox)) - before) / SECONDS };
  ending.abort();
  await Promise.all([paced, stream, ...(viewed ?? [])]);
  return figure;
}

function polling(path) {
  return async (sandbox, signal) => {
    while (!signal.aborted) {
      await ask(`${sandbox}/${path}`);
      await sleep(POLL_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    }
  };
}

async function newestOf(sandbox) {
  return JSON.parse(await ask(sandbox)).exchanges;
}

async function ask(url) {
  const { status, text } = await httpText(url);
  if (status !== 200) throw new Error(`${url} answers with status ${status}: ${text.slice(0, 200)}`);
  return text;
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

async function report(figures) {
  const { date, node, platform, cpus, versions } = await environment();
  const rates = [...figures.values()].flat().map(({ rate }) => rate);
  return `# How long each view of the inspector blocks the emulator

Generated by \`node bench/special/inspector-views.js\`: the longest time in which the emulator did nothing else, over ${SECONDS} seconds, while a program requests what each view of the page does; beside the view's own requests always the stream of the list and the verdicts of the judge. The journal has ${EXCHANGES.toLocaleString('en')} exchanges, and ${PACE} more come each second. The goal is 20 ms.

The views follow each other ${ROUNDS} times in the same emulator. What other programs of the machine do adds to the time by the clock; it does not to the processor time of the emulator's thread, its garbage collection included. The best round has the least by the clock.

- ${date}, Node.js ${node}, ${platform}, ${cpus} CPUs, client on the same machine
- id-emulator ${versions['id-emulator']}
- load of the machine at the end, by all of its programs: ${loadavg()[0].toFixed(1)}
- exchanges that came a second: ${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}

| view | processor time, best round | worst round | by the clock, best round | garbage collection in it |
| --- | ---: | ---: | ---: | ---: |
${[...figures].map(([view, rounds]) => `| ${view} | ${rowOf(rounds)} |\n`).join('')}`;
}

function rowOf(rounds) {
  const best = rounds.reduce((one, other) => (other.block < one.block ? other : one));
  const work = rounds.map((round) => round.work);
  const times = [Math.min(...work), Math.max(...work), best.block, best.pause];
  return times.map((time) => `${time.toFixed(0)} ms`).join(' | ');
}
