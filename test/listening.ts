/** A server of a test. */

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening extends AsyncDisposable {
  readonly host: string;
  readonly url: string;
}

/** Listens on a port that the system picks, until it is disposed of with its connections. */
export async function listening(server: Server): Promise<Listening> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;

      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
