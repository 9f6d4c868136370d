/** Ports for tests: one that is in use, and one that nothing uses. */

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { randomInt } from 'node:crypto';

export interface TakenPort extends AsyncDisposable {
  readonly port: number;
}

/** Systems take the ports of outgoing connections, and of servers that ask for any, from 32,768 or 49,152 on. */
const FIRST_PORT_OF_SYSTEM = 32_768;

/** A port that is in use. */
export function takenPort(): Promise<TakenPort> {
  return listen(0);
}

/**
 * A port for a server that has to be told one. It lies below those that the system gives away: one of these could be
 * given to another process between this check and the server's start.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, FIRST_PORT_OF_SYSTEM);
    try {
      await using taken = await listen(port);
      return taken.port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

async function listen(askedFor: number): Promise<TakenPort> {
  const server = createServer().listen(askedFor, '127.0.0.1');
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
