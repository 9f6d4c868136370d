/** What sandboxes cost: the memory of ten thousand, and what is left of those that are deleted. */

import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';

const IDLE = 10_000;
const DELETED = 20_000;

/** Memory of many sandboxes: idle, and after three requests each. */
export async function measureIdle(processes, figures) {
  await withEmulator(processes, {}, async ({ emulator, client, host }) => {
    await client.threeRequests(await client.open(emulator));
    const before = await host.memory();
    const sandboxes = [];
    await client.forEach(Array.from({ length: IDLE }), async () => sandboxes.push(await client.open(emulator)));
    figures.addMemory(`${IDLE.toLocaleString('en')} sandboxes, idle`, {
      before,
      after: await host.memory(),
      items: IDLE,
    });
    await client.forEach(sandboxes, (sandbox) => client.threeRequests(sandbox));
    figures.addMemory(`${IDLE.toLocaleString('en')} sandboxes, after a token, a list and a score each`, {
      before,
      after: await host.memory(),
      items: IDLE,
    });
  });
}

/** Memory that sandboxes leave behind which are used and deleted. */
export async function measureDeletion(processes, figures) {
  await withEmulator(processes, {}, async ({ emulator, client, host }) => {
    const useAndDelete = async () => {
      const sandbox = await client.open(emulator);
      await client.threeRequests(sandbox);
      await client.ask(`${emulator.url}/_emulator/sandboxes/${sandbox.id}`, { method: 'DELETE' });
    };
    // Signatures of ten thousand tokens are remembered; from then on nothing may grow.
    await client.forEach(Array.from({ length: DELETED / 2 }), useAndDelete);
    const before = await host.memory();
    await client.forEach(Array.from({ length: DELETED / 2 }), useAndDelete);
    figures.addMemory(`${DELETED.toLocaleString('en')} sandboxes, used and deleted; growth over the second half`, {
      before,
      after: await host.memory(),
      items: DELETED / 2,
    });
  });
}

/** Starts an emulator of its own for one measurement. */
export async function withEmulator(processes, options, measure) {
  const host = new EmulatorHost(processes);
  const client = new SandboxClient();
  try {
    await measure({ host, client, emulator: await host.start(options) });
  } finally {
    client.close();
    await host.stop();
  }
}
