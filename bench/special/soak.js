/**
 * Endurance: everything that users do, at once and for long. New questions, with scenarios among them; sandboxes that are
 * opened, changed, used and removed; live streams; clients that hang up. Nothing may grow, stay open or become slower.
 */

import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Latencies } from '../load/latencies.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { httpText } from '../load/http-text.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { Mixture, readCatalogue } from '../questions/mixture.js';

const SEED = 7;
const CLIENTS = 8;
/** Every such question meets a scenario, and every such client hangs up. */
const SCENARIO_EVERY = 50;
const HANG_UP_EVERY = 40;
/** Seconds. */
const LONGEST_START = 60;
/** Samples of memory, of which the first is taken when everything has happened for a while. */
const SAMPLES = 12;

/**
 * @typedef {object} Endurance
 * @property {number} requests
 * @property {number} sandboxes opened and removed
 * @property {number} slope growth of memory in use, in megabytes a minute, after the first of twelve parts
 * @property {number} p99 of the last part by that of the second
 * @property {string[]} handles that are left when all clients have gone
 * @property {number} unexpected responses
 */

/**
 * @param {import('../processes/started-processes.js').StartedProcesses} processes
 * @param {{ seconds: number, tell?: (line: string) => void }} options
 * @returns {Promise<Endurance>}
 */
export async function soak(processes, { seconds, tell = () => undefined }) {
  const host = new EmulatorHost(processes);
  const client = new SandboxClient();
  try {
    // The links of the catalogue are checked until the end; by default they expire after a quarter of an hour.
    const emulator = await host.start({ linkTtl: Math.ceil(seconds) + LONGEST_START });
    const catalogue = await readCatalogue(emulator.url);
    const mixture = new Mixture(catalogue, { seed: SEED });
    await sleep(100);
    const before = await host.memory();
    const run = { emulator, client, mixture, requests: 0, sandboxes: 0, unexpected: 0, latencies: new Latencies() };
    const end = new AbortController();
    const work = [
      ...Array.from({ length: CLIENTS }, () => until(end.signal, () => askNext(run))),
      until(end.signal, () => useSandbox(run)),
    ];
    // Rejects if any of them fails; otherwise they go on until the end.
    const failure = Promise.all(work);
    const samples = [];
    for (let part = 0; part < SAMPLES; part++) {
      run.latencies = new Latencies();
      await Promise.race([sleep((seconds * 1_000) / SAMPLES), failure]);
      const { heap } = await host.memory();
      samples.push({
        minutes: (part * seconds) / SAMPLES / 60,
        megabytes: heap / 1e6,
        p99: run.latencies.percentile(0.99),
      });
      tell(`${run.requests} requests, ${(heap / 1e6).toFixed(1)} MB in use, p99 ${samples.at(-1).p99} ms`);
    }
    end.abort();
    await failure;
    client.close();
    const after = await settled(host, before.handles);
    return {
      requests: run.requests,
      sandboxes: run.sandboxes,
      slope: slopeOf(samples.slice(1)),
      p99: samples.at(-1).p99 / samples[1].p99,
      handles: leftOf(after, before.handles),
      unexpected: run.unexpected,
    };
  } finally {
    client.close();
    await host.stop();
  }
}

async function until(signal, act) {
  while (!signal.aborted) await act();
}

async function askNext(run) {
  const question = run.mixture.next();
  const nth = run.requests++;
  if (nth % HANG_UP_EVERY === 0) return hangUp(run.emulator.url, question);
  const isScenario = nth % SCENARIO_EVERY === 1;
  const headers = { ...question.headers, ...(isScenario && { 'Emulator-Scenario': 'server-error;times=1000000' }) };
  const begin = performance.now();
  const { status } = await httpText(run.emulator.url + question.path, {
    ...question,
    headers,
    agent: run.client.agent,
  });
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
  const { client, emulator } = run;
  const sandbox = await client.open(emulator, { scenario: 'rate-limit-burst' });
  const path = `${emulator.url}/_emulator/sandboxes/${sandbox.id}`;
  const stream = request(`${path}/journal/stream`, { agent: false }, (response) => response.resume());
  stream.on('error', () => undefined);
  stream.end();
  const headers = { 'Content-Type': 'application/json' };
  await client.ask(`${path}/clock/advance`, { method: 'POST', headers, body: JSON.stringify({ by: 'P1D' }) });
  const { active } = JSON.parse(await client.ask(`${path}/scenarios`));
  for (const { id } of active) await client.ask(`${path}/scenarios/${id}`, { method: 'DELETE' });
  await client.threeRequests({ ...sandbox, url: emulator.url });
  if (run.sandboxes % 2 === 0) stream.destroy();
  await client.ask(path, { method: 'DELETE' });
  stream.destroy();
  run.sandboxes++;
}

/** What keeps the process running, when connections that were closed are gone. */
async function settled(host, before) {
  for (let attempt = 0; ; attempt++) {
    const { handles } = await host.memory();
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
