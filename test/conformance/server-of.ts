/** A server that answers as a function says. */

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConformanceOptions } from '../../src/conformance/index.js';

export interface PlainServer extends AsyncDisposable {
  readonly url: string;
  /** Options of a run against it. */
  readonly options: ConformanceOptions;
}

/** Starts it. */
export async function serverOf(listener: RequestListener): Promise<PlainServer> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> => new Promise((resolve) => {
    server.close(() => { resolve(); });
    server.closeAllConnections();
  });
  return { url, options: { baseUrl: url, tokenUrl: `${url}/oauth/token`, clientId: 'a-client', clientSecret: 'a-secret-of-mine' }, [Symbol.asyncDispose]: close };
}
