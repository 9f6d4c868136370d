/** What sandboxes cost: the time to open one, throughput and memory while there are many. */

import { performance } from 'node:perf_hooks';
import { EMULATOR } from '../contestants/contestants.js';
import { putUnderLoad } from '../load/put-under-load.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { median } from '../report/samples.js';
import { level, OPEN_SANDBOX, sandboxMemory, throughput } from './figures.js';

/** So many sandboxes are asked in turn, spread over all there are. */
const MOST_ASKED = 100;

/** One round. */
export async function measureSandboxes({ processes, samples, extent }) {
  const host = new EmulatorHost(processes);
  const client = new SandboxClient();
  try {
    const emulator = await host.start();
    samples.add(OPEN_SANDBOX, EMULATOR, await timeOpening(client, emulator, extent.sandboxes));
    await measureLevels({ processes, samples, extent, client, host, emulator: await host.start() });
    const { rss } = await host.memory();
    samples.add(sandboxMemory(extent.sandboxLevels.at(-1)), EMULATOR, rss / 1e6);
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
