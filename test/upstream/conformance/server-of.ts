/** A server that responds by a function. */

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ConformanceOptions } from '../../../src/upstream/conformance/options.js';

export interface PlainServer extends AsyncDisposable {
  readonly url: string;
  /** Options of a run against it. */
  readonly options: ConformanceOptions;
}

/** Starts the server; with a key and a certificate it uses TLS. */
export async function serverOf(
  listener: RequestListener,
  secure?: Pick<ServerOptions, 'key' | 'cert'>,
): Promise<PlainServer> {
  const server = secure === undefined ? createServer(listener) : createSecureServer(secure, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `${secure === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return {
    url,
    options: { baseUrl: url, tokenUrl: `${url}/oauth/token`, clientId: 'a-client', clientSecret: 'a-secret-of-mine' },
    [Symbol.asyncDispose]: close,
  };
}
