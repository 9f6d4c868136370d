/**
 * Measures what an open inspector costs the emulator: the same load in turns, with and without what the page requests. The
 * reader is a program that requests what the page does: the stream of outlines with the page's rate, and the sandbox every
 * two seconds.
 */

import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBuilt } from '../contestants/contestants.js';
import { httpText } from '../load/http-text.js';
import { putUnderLoad } from '../load/put-under-load.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { cpuSeconds } from '../processes/process-figures.js';
import { processesOfProgram } from '../processes/processes-of-program.js';
import { environment } from '../report/environment.js';
import { median } from '../report/samples.js';

const ROUNDS = 7;
const SECONDS = 3;
/** Requests a second of the goal, and how often some of them are sent. */
const PACE = 1_000;
const TICK_MILLISECONDS = 20;
/** As the page requests it. */
const RATE = 200;
const POLL_MILLISECONDS = 2_000;

const processes = processesOfProgram();

const client = new SandboxClient();
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
try {
  checkBuilt();
  const host = new EmulatorHost(processes);
  const emulator = await host.start({});
  const questions = await client.scoreQuestions(emulator, 50);
  const server = { child: host.child, url: emulator.url };
  await putUnderLoad(processes, server, questions, { seconds: SECONDS });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const closed = await measure(server, questions);
    const reader = openReader(emulator);
    const open = await measure(server, questions);
    rounds.push({ closed, open, shown: reader.close() / 2 / SECONDS });
    console.error(`round ${round + 1}: ${shareOf(closed)} of a core closed, ${shareOf(open)} open`);
  }
  const page = await report(rounds);
  console.log(page);
  writeFileSync(new URL('INSPECTOR.md', import.meta.url), page);
  await host.stop();
} finally {
  agent.destroy();
  client.close();
  await processes.stopAll();
}

/** The share of a core that the emulator uses for the paced load, and what it bears at most. */
async function measure(server, questions) {
  const before = cpuSeconds(server.child.pid);
  const sent = await sendPaced(server, questions);
  const share = ((cpuSeconds(server.child.pid) - before) / sent) * PACE;
  return { share, most: await putUnderLoad(processes, server, questions, { seconds: SECONDS }) };
}

/** @returns how many requests were sent */
async function sendPaced({ url }, questions) {
  const answers = [];
  const each = (PACE * TICK_MILLISECONDS) / 1_000;
  for (let ticks = (SECONDS * 1_000) / TICK_MILLISECONDS; ticks > 0; ticks--) {
    for (let nth = 0; nth < each; nth++) {
      const { path, headers } = questions[answers.length % questions.length];
      answers.push(httpText(`${url}${path}`, { headers, agent }));
    }
    await sleep(TICK_MILLISECONDS);
  }
  const wrong = (await Promise.all(answers)).find(({ status }) => status !== 200);
  if (wrong !== undefined) throw new Error(`a request was answered with ${wrong.status}: ${wrong.text.slice(0, 200)}`);
  return answers.length;
}

/** Requests what the page does, and counts the exchanges that it is shown. */
function openReader({ url }) {
  let shown = 0;
  const stream = get(`${url}/_emulator/sandboxes/default/journal/outlines?rate=${RATE}`, (response) => {
    response.setEncoding('utf8').on('data', (piece) => (shown += piece.split('event: exchange').length - 1));
    response.on('error', () => undefined);
  });
  stream.on('error', () => undefined);
  const timer = setInterval(() => void client.ask(`${url}/_emulator/sandboxes/default`), POLL_MILLISECONDS);
  return {
    close: () => {
      stream.destroy();
      clearInterval(timer);
      return shown;
    },
  };
}

function shareOf({ share }) {
  return `${(share * 100).toFixed(1)} %`;
}

function rate({ most: { right, seconds } }) {
  return right / seconds;
}

async function report(rounds) {
  const { date, node, platform, cpus, versions } = await environment();
  const percent = (value) => `${(value * 100).toFixed(1)} %`;
  const perSecond = (value) => `${Math.round(value).toLocaleString('en')} a second`;
  const rows = [
    [
      'processor time at 1,000 exchanges a second, inspector closed',
      percent(median(rounds.map(({ closed }) => closed.share))),
    ],
    ['the same, inspector open', percent(median(rounds.map(({ open }) => open.share)))],
    [
      'lost to the open inspector, of one core',
      percent(median(rounds.map(({ closed, open }) => open.share - closed.share))),
    ],
    ['most exchanges, inspector closed', perSecond(median(rounds.map(({ closed }) => rate(closed))))],
    ['most exchanges, inspector open', perSecond(median(rounds.map(({ open }) => rate(open))))],
    ['most exchanges, open to closed', percent(median(rounds.map(({ closed, open }) => rate(open) / rate(closed))))],
    ['exchanges that the open page is shown', perSecond(median(rounds.map(({ shown }) => shown)))],
  ];
  return `# What an open inspector costs

Generated by \`node bench/special/inspector.js\`: ${ROUNDS} rounds, in each the same load with the inspector closed and open. The goal is a loss under 10 % at 1,000 exchanges a second; the most that the emulator bears is several times as much. Medians, and medians of the ratios of each round.

- ${date}, Node.js ${node}, ${platform}, ${cpus} CPUs, client on the same machine
- id-emulator ${versions['id-emulator']}

| figure | value |
| --- | ---: |
${rows.map(([figure, value]) => `| ${figure} | ${value} |\n`).join('')}`;
}
