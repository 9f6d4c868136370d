/**
 * Measures what a store costs: requests a second and latencies in memory, in a folder and with 1, 2 and 4 replicas that
 * share a Redis; how soon another replica takes over; starts of a full folder; and what leaves the memory of a replica.
 * Give it the seconds of each load; default: 3.
 */

import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBuilt } from '../contestants/contestants.js';
import { Latencies } from '../load/latencies.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { processesOfProgram } from '../processes/processes-of-program.js';
import { environment } from '../report/environment.js';
import { median } from '../report/samples.js';
import { Figures } from './figures.js';
import { REDIS_SERVER, startRedis, startReplicas } from './store-processes.js';

const SECONDS = Number(process.argv[2] ?? 3);
const WARM_UP_SECONDS = SECONDS / 3;
const CONNECTIONS = 32;
const SANDBOXES = [1, 200];
const REPLICAS = [1, 2, 4];
const TAKEOVERS = 3;
const FULL = 10_000;
const UNUSED = 2_000;
/** A replica looks every ten seconds for sandboxes that were not used for a minute. */
const MEMORY_MILLISECONDS = 75_000;

const processes = processesOfProgram();
const { folder } = processes;
const figures = new Figures();

try {
  checkBuilt();
  const unused = REDIS_SERVER && (await openUnused());
  for (const [name, flags] of [
    ['memory', []],
    ['folder', ['--store', join(folder, 'folder')]],
    ['folder, synced', ['--store', join(folder, 'synced'), '--store-sync']],
  ])
    await measureLoads(name, 1, flags);
  if (REDIS_SERVER) {
    for (const count of REPLICAS)
      await withRedis((flags) => measureLoads(`Redis, ${countOf(count, 'replica', 'replicas')}`, count, flags));
    await measureTakeovers();
  }
  await measureStarts();
  if (unused) await measureUnused(unused);
  console.log(figures.markdown());
  writeFileSync(new URL('STORES.md', import.meta.url), await page());
} finally {
  await processes.stopAll();
}

async function withRedis(measure) {
  const redis = await startRedis(processes);
  await measure(['--store', redis.url]);
  await processes.stop(redis.child);
}

async function measureLoads(name, count, flags) {
  const { replicas, stop } = await startReplicas(processes, count, flags);
  const urls = replicas.map(({ url }) => url);
  for (const sandboxes of SANDBOXES) {
    const tokens = [];
    for (let at = 0; at < sandboxes; at++) tokens.push(await openSandbox(urls[at % urls.length]));
    await load(urls, tokens, WARM_UP_SECONDS);
    const latencies = await load(urls, tokens, SECONDS);
    const figure = `${name}, ${countOf(sandboxes, 'sandbox', 'sandboxes')}`;
    figures.add(figure, (latencies.count / SECONDS).toFixed(0), 'requests/s');
    figures.add(`${figure}: p99`, latencies.percentile(0.99).toFixed(1), 'ms');
  }
  await stop();
}

/** Each connection stays with one replica; the sandboxes take turns. */
async function load(urls, tokens, seconds) {
  const agents = urls.map(() => new Agent({ keepAlive: true }));
  const latencies = new Latencies();
  let next = 0;
  const end = performance.now() + seconds * 1_000;
  const connection = async (own) => {
    const at = own % urls.length;
    while (performance.now() < end) {
      const sent = performance.now();
      const status = await statusOf(agents[at], urls[at], tokens[next++ % tokens.length]);
      if (status !== 200) throw new Error(`a request got ${status}`);
      latencies.record(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, own) => connection(own)));
  for (const agent of agents) agent.destroy();
  return latencies;
}

/** From `kill -9` of the replica that has the lease to the first answer of the other one. */
async function measureTakeovers() {
  const times = [];
  for (let nth = 0; nth < TAKEOVERS; nth++) {
    await withRedis(async (flags) => {
      const { replicas, stop } = await startReplicas(processes, 2, flags);
      const [killed, other] = replicas;
      const token = await openSandbox(killed.url);
      const agent = new Agent({ keepAlive: true });
      for (const { url } of [other, killed]) await statusOf(agent, url, token);
      const start = performance.now();
      killed.child.kill('SIGKILL');
      while ((await statusOf(agent, other.url, token)) !== 200) await sleep(5);
      times.push(performance.now() - start);
      agent.destroy();
      await stop();
    });
  }
  figures.add('take-over after kill -9: median', median(times).toFixed(0), 'ms');
  figures.add('take-over after kill -9: maximum', Math.max(...times).toFixed(0), 'ms');
}

/** How long the command takes to start with a folder that has many sandboxes, beside one in memory. */
async function measureStarts() {
  const flags = ['--store', join(folder, 'full')];
  const full = await startReplicas(processes, 1, flags);
  await openMany(full.replicas[0], FULL);
  await full.stop();
  for (const [name, started] of [
    ['memory', []],
    [`folder with ${FULL.toLocaleString('en')} sandboxes`, flags],
  ]) {
    const start = performance.now();
    const { stop } = await startReplicas(processes, 1, started);
    figures.add(`start, ${name}`, (performance.now() - start).toFixed(0), 'ms');
    await stop();
  }
}

/** Opens sandboxes on a replica of their own. Nobody uses them while the other measurements run. */
async function openUnused() {
  const redis = await startRedis(processes);
  const host = new EmulatorHost(processes);
  const emulator = await host.start({ store: redis.url });
  const { heap: before } = await host.memory();
  await openMany(emulator, UNUSED);
  const { heap: opened } = await host.memory();
  return { host, redis, before, opened, at: performance.now() };
}

async function measureUnused({ host, redis, before, opened, at }) {
  await sleep(Math.max(0, MEMORY_MILLISECONDS - (performance.now() - at)));
  const { heap: left } = await host.memory();
  const figure = `${UNUSED.toLocaleString('en')} sandboxes in Redis`;
  figures.add(`${figure}: just opened`, ((opened - before) / 1e6).toFixed(1), 'MB of objects');
  figures.add(
    `${figure}: not used for ${MEMORY_MILLISECONDS / 1_000} s`,
    ((left - before) / 1e6).toFixed(1),
    'MB of objects',
  );
  await host.stop();
  await processes.stop(redis.child);
}

async function openMany(emulator, count) {
  const client = new SandboxClient();
  await client.forEach(Array.from({ length: count }), () => client.open(emulator));
  client.close();
}

/** Returns an access token of a new sandbox. */
async function openSandbox(url) {
  const { id } = await (await fetch(`${url}/_emulator/sandboxes`, { method: 'POST' })).json();
  const minted = await fetch(`${url}/_emulator/sandboxes/${id}/access-tokens`, { method: 'POST' });
  return (await minted.json()).accessToken;
}

function statusOf(agent, url, token) {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    request(`${url}/api/v1/institutions/me/users?limit=5`, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

function countOf(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

async function page() {
  const { date, node, platform, cpus, versions } = await environment();
  const missing = REDIS_SERVER
    ? ''
    : '\nWithout the rows of Redis: neither `redis-server` nor `valkey-server` was found.\n';
  return `# What a store costs

Generated by \`node bench/special/stores.js\`: ${CONNECTIONS} connections, spread over the replicas, ask for pages of users for ${SECONDS} s. Stores, replicas and client share the machine, so more replicas share the same processors.

- ${date}, Node.js ${node}, ${platform}, ${cpus} CPUs
- id-emulator ${versions['id-emulator']}
${missing}
${figures.markdown()}`;
}
