/** Starts a proxy in front of an emulator in the role of the real service; a server between them can change responses. */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import request, { type Test } from 'supertest';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../../src/index.js';
import type { Exchange } from '../../../src/emulator/journal/exchange.js';
import type { ProxiedExchange } from '../../../src/upstream/proxy/proxied-exchange.js';
import type { ProxyOptions } from '../../../src/upstream/proxy/proxy-options.js';
import { type Proxy, startProxy } from '../../../src/upstream/proxy/start-proxy.js';
import { tokenOf } from '../../institution.js';

/** A response of the upstream, before it reaches the proxy. */
export interface UpstreamResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

export interface Proxied extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly proxy: Proxy;
  readonly token: string;
  /** The exchanges that the proxy reported, in order. */
  readonly reported: readonly ProxiedExchange[];
  /** `path` is relative to `{base_url}/api/v1`. */
  readonly get: (path: string) => Test;
  readonly post: (path: string, body: object) => Test;
}

export interface ProxiedOptions {
  readonly emulator?: EmulatorOptions;
  readonly proxy?: Partial<ProxyOptions>;
  /** Changes each response of the API that is not an error. */
  readonly alter?: (response: UpstreamResponse) => void;
}

/** The journal of a proxy, oldest exchange first. */
export async function journalOf({ url }: Pick<Proxy, 'url'>): Promise<readonly Exchange[]> {
  const response = await fetch(`${url}/_emulator/sandboxes/default/journal`);
  return ((await response.json()) as { exchanges: readonly Exchange[] }).exchanges;
}

/** Starts all of it, each on a free port. */
export async function startProxied({
  emulator: emulatorOptions = {},
  proxy: proxyOptions = {},
  alter,
}: ProxiedOptions = {}): Promise<Proxied> {
  const emulator = await startEmulator(emulatorOptions);
  const front = alter && (await startServer(drifting(emulator, alter)));
  const reported: ProxiedExchange[] = [];
  const proxy = await startProxy(
    { upstream: front?.url ?? emulator.apiUrl, tokenUpstream: emulator.tokenUrl, ...proxyOptions },
    (exchange) => reported.push(exchange),
  );
  const token = await tokenOf({ ...emulator, tokenUrl: proxy.tokenUrl });
  return {
    emulator,
    proxy,
    token,
    reported,
    get: (path) => request(proxy.apiUrl).get(path).auth(token, { type: 'bearer' }),
    post: (path, body) => request(proxy.apiUrl).post(path).auth(token, { type: 'bearer' }).send(body),
    [Symbol.asyncDispose]: async () => {
      await proxy.close();
      await front?.[Symbol.asyncDispose]();
      await emulator.close();
    },
  };
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
}

/** An HTTP server on a free port. */
export async function startServer(listener: RequestListener): Promise<RunningServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function drifting(emulator: Emulator, alter: (response: UpstreamResponse) => void): RequestListener {
  return (req, res) => {
    const forwarded = request(emulator.url)
      .get(req.url!)
      .set('Authorization', req.headers.authorization ?? '');
    void forwarded.then(({ status, headers, body }) => {
      const response: UpstreamResponse = {
        status,
        headers: { 'Content-Type': (headers as Record<string, string>)['content-type']! },
        body,
      };
      if (status < 400) alter(response);
      const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
      res.writeHead(response.status, response.headers).end(text);
    });
  };
}
