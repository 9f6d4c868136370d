/** Ports that the system picks. */

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export interface TakenPort extends AsyncDisposable {
  readonly port: number;
}

/** A port that is in use. */
export async function takenPort(): Promise<TakenPort> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) =>
        server.close(() => {
          resolve();
        }),
      ),
  };
}

/** A port that was free a moment ago, for an emulator that does not print its port. */
export async function freePort(): Promise<number> {
  await using taken = await takenPort();
  return taken.port;
}
