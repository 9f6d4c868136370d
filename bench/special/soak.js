/**
 * Endurance: everything that users do, at once and for long. An emulator with its log read and its page open, whose store is
 * a folder; new questions, with scenarios among them; sandboxes that are opened, changed, used and removed; exports;
 * clients that hang up. Nothing may grow, stay open or become slower.
 */

import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { emulator as contestant } from '../contestants/contestants.js';
import { httpText } from '../load/http-text.js';
import { Latencies } from '../load/latencies.js';
import { openPage } from '../load/open-page.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { bytesIn } from '../processes/bytes-in.js';
import { openFiles } from '../processes/process-figures.js';
import { startServer } from '../processes/start-server.js';
import { Mixture, readCatalogue } from '../questions/mixture.js';
import { tokenQuestion } from '../questions/questions.js';

const SEED = 7;
const CLIENTS = 8;
/** Requests a second, of all clients together. */
const PACE = 200;
/** Every such question meets a scenario, and every such client hangs up. */
const SCENARIO_EVERY = 50;
const HANG_UP_EVERY = 40;
const SANDBOXES_A_SECOND = 2;
const SECONDS_BETWEEN_EXPORTS = 20;
/** What the page asks again. */
const SECONDS_BETWEEN_POLLS = 5;
const POLLED = ['behaviour', 'coverage', 'fidelity', 'world/parties?limit=50'];
const EXPORTS = ['state', 'bundle', 'journal/har', 'journal?limit=100'];
/** Seconds. */
const LONGEST_START = 60;
/** Seconds until the journals, the store and the caches are full: they grow for a minute, which is no leak. */
export const WARM_UP = 120;
const SAMPLES = 12;
const ANSWERS_MEMORY = new URL('../servers/memory.js', import.meta.url);

/**
 * @typedef {object} Endurance
 * @property {number} requests with those of the two minutes before anything is measured, as are the next three
 * @property {number} sandboxes opened and removed
 * @property {number} exports
 * @property {number} lines of the log
 * @property {number} slope growth of memory in use, in megabytes a minute
 * @property {number} p99 of the last part by that of the first
 * @property {number} disk of the last part by the largest of the first half, each in bytes of the store's folder
 * @property {number} files that are open in the last part, less the most of the first half
 * @property {string[]} handles that are left when all clients have gone
 * @property {number} unexpected responses
 */

/**
 * @param {import('../processes/started-processes.js').StartedProcesses} processes
 * @param {{ seconds: number, tell?: (line: string) => void }} options for how long it is measured, after a warm-up of two minutes
 * @returns {Promise<Endurance>}
 */
export async function soak(processes, { seconds, tell = () => undefined }) {
  const folder = join(processes.folder, 'store');
  const { url, child } = await startServer(processes, withEverything(folder, WARM_UP + seconds), tokenQuestion());
  const client = new SandboxClient();
  try {
    const mixture = new Mixture(await readCatalogue(url), { seed: SEED });
    await sleep(100);
    const before = await memoryOf(child);
    const run = { url, client, mixture, latencies: new Latencies() };
    Object.assign(run, { requests: 0, sandboxes: 0, exports: 0, lines: 0, unexpected: 0 });
    child.stdout.on('data', (chunk) => (run.lines += chunk.toString('latin1').split('\n').length - 1));
    const end = new AbortController();
    // Rejects if any of them fails; otherwise they go on until the end.
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the emulator ended')));
    const failure = Promise.race([ended, Promise.all(allWork(run, end.signal))]);
    await Promise.race([sleep(WARM_UP * 1_000), failure]);
    const samples = [];
    for (let part = 0; part < SAMPLES; part++) {
      run.latencies = new Latencies();
      await Promise.race([sleep((seconds * 1_000) / SAMPLES), failure]);
      const sample = {
        minutes: (part * seconds) / SAMPLES / 60,
        megabytes: (await memoryOf(child)).heap / 1e6,
        p99: run.latencies.percentile(0.99),
        disk: bytesIn(folder),
        files: openFiles(child.pid) ?? 0,
      };
      samples.push(sample);
      tell(described(run, sample));
    }
    end.abort();
    await failure;
    client.close();
    const after = await settled(child, before.handles);
    const firstHalf = samples.slice(0, SAMPLES / 2);
    const last = samples.at(-1);
    const { requests, sandboxes, exports, lines, unexpected } = run;
    return {
      ...{ requests, sandboxes, exports, lines, unexpected },
      slope: slopeOf(samples),
      p99: last.p99 / samples[0].p99,
      disk: last.disk / Math.max(...firstHalf.map(({ disk }) => disk)),
      files: last.files - Math.max(...firstHalf.map(({ files }) => files)),
      handles: leftOf(after, before.handles),
    };
  } finally {
    client.close();
    await processes.stop(child);
  }
}

/** The program. Its tokens and the links of the catalogue are valid until the end. */
function withEverything(folder, seconds) {
  const life = Math.max(3_600, Math.ceil(seconds) + LONGEST_START);
  const options = ['--log', 'json', '--store', folder, '--token-ttl', life, '--link-ttl', life];
  const program = contestant(options);
  return {
    ...program,
    command: (port) => {
      const { args } = program.command(port);
      return { args: ['--expose-gc', '--import', ANSWERS_MEMORY.href, ...args], talks: true };
    },
  };
}

function described({ requests, sandboxes, exports, lines }, { megabytes, p99, disk, files }) {
  const done = `${requests} requests, ${sandboxes} sandboxes, ${exports} exports, ${lines} lines of the log`;
  const used = `${megabytes.toFixed(1)} MB in use, ${(disk / 1e6).toFixed(1)} MB on disk, ${files} files open`;
  return `${done}: ${used}, p99 ${p99} ms`;
}

function allWork(run, signal) {
  const sandbox = `${run.url}/_emulator/sandboxes/default`;
  const places = (names) => names.map((name) => `${sandbox}/${name}`);
  return [
    ...Array.from({ length: CLIENTS }, () => inTurns(signal, CLIENTS / PACE, () => askNext(run))),
    inTurns(signal, 1 / SANDBOXES_A_SECOND, () => useSandbox(run)),
    inTurns(signal, SECONDS_BETWEEN_POLLS, () => readAll(run, places(POLLED))),
    inTurns(signal, SECONDS_BETWEEN_EXPORTS, async () => {
      await readAll(run, places(EXPORTS));
      run.exports += EXPORTS.length;
    }),
    watch(run.url, signal),
  ];
}

/** Acts at this pace, in seconds; where acting takes longer, once after the other. */
async function inTurns(signal, pace, act) {
  for (let next = performance.now(); !signal.aborted; next = Math.max(next + pace * 1_000, performance.now())) {
    await sleep(next - performance.now());
    if (!signal.aborted) await act();
  }
}

async function readAll({ client }, addresses) {
  for (const address of addresses) await client.ask(address);
}

/** Has the page open until the end. */
async function watch(url, signal) {
  const page = await openPage(url);
  signal.addEventListener('abort', page.close);
  await page.ended;
  if (!signal.aborted) throw new Error('the stream of the page ended');
}

async function askNext(run) {
  const question = run.mixture.next();
  const nth = run.requests++;
  if (nth % HANG_UP_EVERY === 0) return hangUp(run.url, question);
  const isScenario = nth % SCENARIO_EVERY === 1;
  const headers = { ...question.headers, ...(isScenario && { 'Emulator-Scenario': 'server-error;times=1000000' }) };
  const begin = performance.now();
  const { status } = await httpText(run.url + question.path, { ...question, headers, agent: run.client.agent });
  run.latencies.record(performance.now() - begin);
  if (status !== (isScenario ? 500 : 200)) run.unexpected++;
}

/** Leaves when the request has been sent. */
function hangUp(url, { method, path, headers, body }) {
  return new Promise((resolve) => {
    const asked = request(url + path, { method, headers, agent: false });
    asked.on('error', resolve);
    asked.on('close', resolve);
    asked.end(body, () => setImmediate(() => asked.destroy()));
  });
}

/** The life of a sandbox: opened, followed, changed, used, removed. */
async function useSandbox(run) {
  const { client, url } = run;
  const sandbox = await client.open({ url }, { scenario: 'rate-limit-burst' });
  const path = `${url}/_emulator/sandboxes/${sandbox.id}`;
  const stream = request(`${path}/journal/stream`, { agent: false }, (response) => response.resume());
  stream.on('error', () => undefined);
  stream.end();
  const headers = { 'Content-Type': 'application/json' };
  await client.ask(`${path}/clock/advance`, { method: 'POST', headers, body: JSON.stringify({ by: 'P1D' }) });
  const { active } = JSON.parse(await client.ask(`${path}/scenarios`));
  for (const { id } of active) await client.ask(`${path}/scenarios/${id}`, { method: 'DELETE' });
  await client.threeRequests({ ...sandbox, url });
  if (run.sandboxes % 2 === 0) stream.destroy();
  await client.ask(path, { method: 'DELETE' });
  stream.destroy();
  run.sandboxes++;
}

async function memoryOf(child) {
  const answer = once(child, 'message');
  child.send('memory');
  const [memory] = await answer;
  return memory;
}

/** What keeps the process running, when connections that were closed are gone. */
async function settled(child, before) {
  for (let attempt = 0; ; attempt++) {
    const { handles } = await memoryOf(child);
    if (leftOf(handles, before).length === 0 || attempt === 50) return handles;
    await sleep(100);
  }
}

function leftOf(handles, before) {
  const known = [...before];
  return handles.filter((handle) => {
    const at = known.indexOf(handle);
    if (at >= 0) known.splice(at, 1);
    // Timers of Node's own server and of the emulator come and go.
    return at < 0 && handle !== 'Timeout' && handle !== 'Immediate';
  });
}

/** Least squares, in megabytes a minute. */
function slopeOf(samples) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minutes }) => minutes)), mean(samples.map(({ megabytes }) => megabytes))];
  const products = samples.reduce((sum, { minutes, megabytes }) => sum + (minutes - x) * (megabytes - y), 0);
  return products / samples.reduce((sum, { minutes }) => sum + (minutes - x) ** 2, 0);
}
