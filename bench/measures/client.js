/** What the client library costs beside bare `fetch`, one call after the other. */

import { fileURLToPath } from 'node:url';
import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { CLIENT_CALL } from './figures.js';

const CALLER = fileURLToPath(new URL('../servers/client-calls.js', import.meta.url));
export const CLIENT = '@id-emulator/sdk';
export const FETCH = 'fetch';

/** One round; whose turn comes first changes from round to round. */
export async function measureClient({ processes, samples, round, extent }) {
  const host = new EmulatorHost(processes);
  const client = new SandboxClient();
  try {
    const emulator = await host.start();
    const { path, headers } = await client.scoreQuestion(emulator);
    const input = JSON.stringify({
      emulator,
      path,
      headers,
      calls: extent.calls,
      order: round % 2 === 0 ? [CLIENT, FETCH] : [FETCH, CLIENT],
    });
    const outcome = JSON.parse(await processes.output({ args: [CALLER], input }));
    for (const name of [CLIENT, FETCH]) samples.add(CLIENT_CALL, name, outcome[name]);
  } finally {
    client.close();
    await host.stop();
  }
}
