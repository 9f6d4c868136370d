/**
 * Measures what a store costs: requests a second, latencies and processor time in memory, in a folder and with 1, 2 and 4
 * replicas that share a Redis, with any routing and routed by sandbox; bytes; how soon another replica takes over; starts of
 * a full folder; and what leaves the memory of a replica.
 *
 *     node bench/special/stores.js [<seconds of each load>] [<folder of another build>]
 *
 * Default: 3 seconds. Another build of this project, such as one of an older commit, is measured in turn with this one: two
 * replicas of each.
 */

import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBuilt } from '../contestants/contestants.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { bytesIn } from '../processes/bytes-in.js';
import { processesOfProgram } from '../processes/processes-of-program.js';
import { environment } from '../report/environment.js';
import { median } from '../report/samples.js';
import { Figures } from './figures.js';
import { CONNECTIONS, load, openSandbox, openSandboxes, ROUTINGS, statusOf } from './store-loads.js';
import { REDIS_SERVER, startRedis, startReplicas, usedMemory } from './store-processes.js';

const [, , seconds = '3', other] = process.argv;
const SECONDS = Number(seconds);
const WARM_UP_SECONDS = SECONDS / 3;
const SANDBOXES = [1, 10, 200];
/** Loads of two routings take turns, because other work may make a machine slow for a while. */
const TURNS = 3;
const COMPARED_SANDBOXES = 10;
const WEIGHED = 1_000;
const [LOAD] = loadavg();
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
  ])
    await measureLoads(name, 1, flags);
  if (REDIS_SERVER) {
    for (const count of REPLICAS)
      await withRedis((flags, redis) =>
        measureLoads(`Redis, ${countOf(count, 'replica', 'replicas')}`, count, flags, redis),
      );
    if (other !== undefined) await compareBuilds();
    await measureBytes();
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
  await measure(['--store', redis.url], redis);
  await processes.stop(redis.child);
}

async function measureLoads(name, count, flags, redis) {
  const { replicas, stop } = await startReplicas(processes, count, flags);
  const routings = count === 1 ? [''] : ROUTINGS;
  for (const sandboxes of SANDBOXES) {
    const tokens = await openSandboxes(replicas, sandboxes);
    const samples = new Map(routings.map((routing) => [routing, []]));
    await load(replicas, tokens, WARM_UP_SECONDS, routings[0]);
    for (let turn = 0; turn < (count === 1 ? 1 : TURNS); turn++)
      for (const [routing, own] of samples) own.push(await load(replicas, tokens, SECONDS, routing, redis));
    for (const [routing, own] of samples) {
      const figure = `${name}, ${countOf(sandboxes, 'sandbox', 'sandboxes')}${routing}`;
      const add = (what, unit, digits, valueOf) =>
        figures.add(figure + what, median(own.map(valueOf)).toFixed(digits), unit);
      add('', 'requests/s', 0, ({ perSecond }) => perSecond);
      add(': p99', 'ms', 1, ({ p99 }) => p99);
      add(': processor time of the emulators', 'µs/request', 0, ({ ofEmulators }) => ofEmulators);
      if (redis) add(': processor time of Redis', 'µs/request', 0, ({ ofRedis }) => ofRedis);
    }
  }
  await stop();
}

/** Both builds with both routings, in turns: how many requests a second, and how many times those of the other build. */
async function compareBuilds() {
  const builds = [];
  for (const [name, project] of [['this build'], ['the other build', other]]) {
    const redis = await startRedis(processes);
    const { replicas, stop } = await startReplicas(processes, 2, ['--store', redis.url], project);
    const tokens = await openSandboxes(replicas, COMPARED_SANDBOXES);
    // A new process is slow: code that seldom ran is not compiled yet.
    for (const routing of ROUTINGS) await load(replicas, tokens, SECONDS, routing);
    builds.push({ name, redis, replicas, stop, tokens });
  }
  const samples = new Map();
  for (let turn = 0; turn < TURNS; turn++)
    for (const routing of ROUTINGS)
      for (const { name, redis, replicas, tokens } of builds) {
        const { perSecond } = await load(replicas, tokens, SECONDS, routing, redis);
        samples.set(name + routing, [...(samples.get(name + routing) ?? []), perSecond]);
      }
  for (const [name, own] of samples) {
    const ratios = ROUTINGS.map((routing) =>
      own.map((value, at) => value / samples.get(`the other build${routing}`)[at]),
    );
    figures.add(`2 replicas, ${COMPARED_SANDBOXES} sandboxes: ${name}`, median(own).toFixed(0), 'requests/s');
    for (const [at, routing] of ROUTINGS.entries())
      figures.add(`${name}, against the other build${routing}`, median(ratios[at]).toFixed(2), 'times');
  }
  for (const { stop, redis } of builds) {
    await stop();
    await processes.stop(redis.child);
  }
}

/** How much of Redis a sandbox needs, and an exchange in its journal. */
async function measureBytes() {
  await withRedis(async (flags, redis) => {
    const { replicas, stop } = await startReplicas(processes, 1, flags);
    const [{ url }] = replicas;
    const memory = [await usedMemory(redis.port)];
    const tokens = [];
    for (let at = 0; at < WEIGHED; at++) tokens.push(await openSandbox(url));
    memory.push(await usedMemory(redis.port));
    const agent = new Agent({ keepAlive: true });
    for (const token of tokens) for (let nth = 0; nth < 10; nth++) await statusOf(agent, url, token);
    // Exchanges are written after their answers.
    await sleep(500);
    memory.push(await usedMemory(redis.port));
    agent.destroy();
    const [before, opened, used] = memory;
    figures.add('a sandbox in Redis', ((opened - before) / WEIGHED).toFixed(0), 'bytes');
    figures.add('an exchange in Redis', ((used - opened) / WEIGHED / 10).toFixed(0), 'bytes');
    await stop();
  });
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
  figures.add('a sandbox in a folder', (bytesIn(join(folder, 'full')) / FULL).toFixed(0), 'bytes');
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
  for (const [when, heap] of [
    ['just opened', opened],
    [`not used for ${MEMORY_MILLISECONDS / 1_000} s`, left],
  ])
    figures.add(`${UNUSED} sandboxes in Redis: ${when}`, ((heap - before) / 1e6).toFixed(1), 'MB of objects');
  await host.stop();
  await processes.stop(redis.child);
}

async function openMany(emulator, count) {
  const client = new SandboxClient();
  await client.forEach(Array.from({ length: count }), () => client.open(emulator));
  client.close();
}

function countOf(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

async function page() {
  const { date, node, platform, cpus, versions } = await environment();
  const missing = REDIS_SERVER ? '' : '\nWithout the rows of Redis: no `redis-server` or `valkey-server` was found.\n';
  return `# What a store costs

Generated by \`node bench/special/stores.js\`: ${CONNECTIONS} connections ask for pages of users for ${SECONDS} s. With any routing, each connection has a replica; by sandbox, each sandbox has one; the two take turns, and the figures are medians of ${TURNS}. Stores, replicas and client share the machine, so more replicas share the same processors.

- ${date}, Node.js ${node}, ${platform}, ${cpus} CPUs
- id-emulator ${versions['id-emulator']}
- processes that waited for a processor at the start (load average): ${LOAD.toFixed(1)}
${missing}
${figures.markdown()}`;
}
