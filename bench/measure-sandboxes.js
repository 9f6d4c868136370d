/** What sandboxes cost: the time to open one, the memory of ten thousand, and what is left of those that are deleted. */

import { performance } from 'node:perf_hooks';
import { memoryOf, startMeasured } from './memory-of.js';
import { SandboxClient } from './sandbox-client.js';

const OPENED = 1_000;
const IDLE = 10_000;
const DELETED = 20_000;
/** The first ones compile what they use. */
const WARM_UP = 100;

/** Time to open a sandbox, one after the other. */
export async function measureOpening(processes, figures) {
  await withEmulator(processes, {}, async (emulator, client) => {
    await times(WARM_UP, () => client.open(emulator));
    const milliseconds = [];
    await times(OPENED, async () => {
      const begin = performance.now();
      await client.open(emulator);
      milliseconds.push(performance.now() - begin);
    });
    figures.addTimes(`POST /_emulator/sandboxes, ${OPENED.toLocaleString('en')} one after the other`, milliseconds);
  });
}

/** Memory of many sandboxes: idle, and after three requests each. */
export async function measureIdle(processes, figures) {
  await withEmulator(processes, {}, async (emulator, client) => {
    await client.threeRequests(await client.open(emulator));
    const before = await memoryOf(emulator);
    const sandboxes = [];
    await client.forEach(Array.from({ length: IDLE }), async () => sandboxes.push(await client.open(emulator)));
    figures.addMemory(`${IDLE.toLocaleString('en')} sandboxes, idle`, { before, after: await memoryOf(emulator), items: IDLE });
    await client.forEach(sandboxes, (sandbox) => client.threeRequests(sandbox));
    figures.addMemory(`${IDLE.toLocaleString('en')} sandboxes, after a token, a list and a score each`, { before, after: await memoryOf(emulator), items: IDLE });
  });
}

/** Memory that sandboxes leave behind which are used and deleted. */
export async function measureDeletion(processes, figures) {
  await withEmulator(processes, {}, async (emulator, client) => {
    const useAndDelete = async () => {
      const sandbox = await client.open(emulator);
      await client.threeRequests(sandbox);
      await client.ask(`${emulator.url}/_emulator/sandboxes/${sandbox.id}`, { method: 'DELETE' });
    };
    // Signatures of ten thousand tokens are remembered; from then on nothing may grow.
    await client.forEach(Array.from({ length: DELETED / 2 }), useAndDelete);
    const before = await memoryOf(emulator);
    await client.forEach(Array.from({ length: DELETED / 2 }), useAndDelete);
    figures.addMemory(`${DELETED.toLocaleString('en')} sandboxes, used and deleted; growth over the second half`, { before, after: await memoryOf(emulator), items: DELETED / 2 });
  });
}

/** Starts an emulator of its own for one measurement. */
export async function withEmulator(processes, options, measure) {
  const emulator = await startMeasured(processes, options);
  const client = new SandboxClient();
  try {
    await measure(emulator, client);
  } finally {
    client.close();
    await processes.stop(emulator.child);
  }
}

async function times(count, act) {
  for (let nth = 0; nth < count; nth++) await act();
}
