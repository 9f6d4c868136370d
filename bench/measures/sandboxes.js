/** What sandboxes cost: the time to open one, throughput and memory while there are many. */

import { performance } from 'node:perf_hooks';
import { EMULATOR } from '../contestants/contestants.js';
import { putUnderLoad } from '../load/put-under-load.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { median } from '../report/samples.js';
import {
  COLD_FRESH_SANDBOX,
  exchangesMemory,
  FRESH_SANDBOX,
  level,
  OPEN_SANDBOX,
  sandboxMemory,
  throughput,
} from './figures.js';

/** So many sandboxes are asked in turn, spread over all there are. */
const MOST_ASKED = 100;

/** One round. */
export async function measureSandboxes({ processes, samples, round, extent }) {
  const host = new EmulatorHost(processes);
  const client = new SandboxClient();
  try {
    const emulator = await host.start();
    samples.add(OPEN_SANDBOX, EMULATOR, await timeOpening(client, emulator, extent.sandboxes));
    samples.add(COLD_FRESH_SANDBOX, EMULATOR, await timeFreshSandboxes(client, emulator, extent.sandboxes));
    await timeFreshSandboxes(client, emulator, extent.sandboxesOfWarmUp);
    samples.add(FRESH_SANDBOX, EMULATOR, await timeFreshSandboxes(client, emulator, extent.sandboxes));
    await measureLevels({ processes, samples, extent, client, host, emulator: await host.start() });
    const { rss } = await host.memory();
    samples.add(sandboxMemory(extent.sandboxLevels.at(-1)), EMULATOR, rss / 1e6);
    if (round === 0) await measureExchanges({ processes, samples, extent, client });
  } finally {
    client.close();
    await host.stop();
  }
}

async function timeOpening(client, emulator, count) {
  const milliseconds = [];
  for (let nth = 0; nth < count; nth++) {
    const begin = performance.now();
    await client.open(emulator);
    milliseconds.push(performance.now() - begin);
  }
  return median(milliseconds);
}

/** What a test does with a sandbox of its own: open it, get a token and a first list, close it. */
async function timeFreshSandboxes(client, emulator, count) {
  const milliseconds = [];
  for (let nth = 0; nth < count; nth++) {
    const begin = performance.now();
    const sandbox = await client.open(emulator);
    const headers = await client.authorization({ ...sandbox, url: emulator.url });
    await client.ask(`${emulator.url}/api/v1/institutions/me/users`, { headers });
    await client.ask(`${emulator.url}/_emulator/sandboxes/${sandbox.id}`, { method: 'DELETE' });
    milliseconds.push(performance.now() - begin);
  }
  return median(milliseconds);
}

/** Resident memory of many sandboxes with ten exchanges each, in a process of their own. */
async function measureExchanges({ processes, samples, extent, client }) {
  const host = new EmulatorHost(processes);
  try {
    const emulator = await host.start();
    await client.forEach(Array.from({ length: extent.sandboxLevels.at(-1) }), async () => {
      const sandbox = { ...(await client.open(emulator)), url: emulator.url };
      await client.threeRequests(sandbox);
      const headers = await client.authorization(sandbox);
      for (const offset of [0, 10, 20, 30, 40, 50])
        await client.ask(`${emulator.url}/api/v1/institutions/me/credentials?limit=10&offset=${offset}`, { headers });
    });
    const { rss } = await host.memory();
    samples.add(exchangesMemory(extent.sandboxLevels.at(-1)), EMULATOR, rss / 1e6);
  } finally {
    await host.stop();
  }
}

/** Sandboxes can only become more, so the order is the same each round; a load before the first level warms up. */
async function measureLevels({ processes, samples, extent, client, host, emulator }) {
  const sandboxes = [];
  for (const count of extent.sandboxLevels) {
    await client.forEach(Array.from({ length: count - sandboxes.length }), async () =>
      sandboxes.push(await client.open(emulator)),
    );
    const step = Math.ceil(count / MOST_ASKED);
    const asked = sandboxes.filter((_, nth) => nth % step === 0);
    const questions = await Promise.all(asked.map((sandbox) => client.scoreQuestion(sandbox)));
    const load = count === extent.sandboxLevels[0] ? extent.firstLoad : extent.sweepLoad;
    const { right, seconds } = await putUnderLoad(processes, { child: host.child, url: emulator.url }, questions, load);
    samples.add(throughput(level('single score, sandboxes:', count)), EMULATOR, right / seconds);
  }
}
