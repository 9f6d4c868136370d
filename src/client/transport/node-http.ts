/** A `fetch` of Node's own HTTP client, loaded where it is needed: on Node.js 16, for an agent, and for a proxy. */

import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { check } from '../arguments.js';
import { ignoringErrors } from '../errors.js';
import type { FetchLike } from './transport.js';

/** Many servers close an idle connection after five seconds; the client closes it first. */
const KEEP_ALIVE = { keepAlive: true, timeout: 4_000 };
/** Decoders for servers that compress although the client did not ask for it. */
const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

type Variables = Readonly<Record<string, string | undefined>>;

/** @param proxyEnv variables such as `HTTP_PROXY`. Versions of Node.js that support no proxy ignore the variables */
export function nodeFetch(agent?: object, proxyEnv?: Variables): FetchLike {
  const protocols = { 'http:': http, 'https:': https } as unknown as Record<string, typeof https>;
  /** The agent of each protocol. */
  const agents: Record<string, https.Agent> = {};
  for (const [name, { Agent }] of Object.entries(protocols)) {
    // The error of Node.js is replaced, because it shows the proxy's password.
    const made = agent ?? ignoringErrors(() => new Agent({ ...KEEP_ALIVE, ...(proxyEnv && { proxyEnv }) }));
    check(made, 'HTTP_PROXY and HTTPS_PROXY must be HTTP URLs');
    agents[name] = made as https.Agent;
  }

  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, rejectPromise) => {
      const { protocol } = new URL(url);
      const reject = (error: Error): void =>
        rejectPromise(Object.assign(error, { proxy: proxyEnv && proxyOf(request, error, proxyEnv) }));
      const request = protocols[protocol]!.request(url, { method, headers, agent: agents[protocol] }, (response) => {
        const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
        // `FetchResponse` requires this method, but `send` reads the body in pieces and never calls it.
        const text = (): Promise<string> => Promise.resolve('');
        resolve({ status: response.statusCode!, headers: new Map(received), body: decoded(response), text });
      });

      // On Node.js 16 the option `signal` leaves the socket open, and the process running.
      const abort = (): void => void request.destroy(new Error('aborted'));
      const refuseSwitch = (connection: { destroy(): unknown }): void => {
        reject(new Error('the service switches protocols, which was not requested'));
        connection.destroy();
      };

      signal.addEventListener('abort', abort);
      // Node.js reports status 101 as an upgrade only if the headers name one, and otherwise as information.
      request.on('information', ({ statusCode }) => {
        if (statusCode === 101) refuseSwitch(request);
      });
      request.on('upgrade', (_, socket) => refuseSwitch(socket));
      request.on('error', reject);
      request.on('close', () => {
        signal.removeEventListener('abort', abort);
        // After a response or another error, this has no effect: a promise is settled once.
        reject(new Error('the connection was closed'));
      });
      request.end(body);
    });
}

/** The proxy through which a failed request was sent, without credentials, and the variable that names the proxy. */
function proxyOf(
  { path, protocol }: http.ClientRequest,
  { code, port, hostname }: Error & { code?: string; port?: number; hostname?: string },
  proxyEnv: Variables,
): string | undefined {
  const names = protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const variable = names.find((name) => proxyEnv[name]);
  const proxy = variable && ignoringErrors(() => new URL(proxyEnv[variable]!));
  if (!proxy) return undefined;

  // Only a request through a proxy has a whole URL as its path, or needs a tunnel. If the connection failed before, the
  // error names the host or the port that was not reached, which is then that of the proxy.
  const isThrough =
    !path.startsWith('/') ||
    code === 'ERR_PROXY_TUNNEL' ||
    hostname === proxy.hostname ||
    (port !== undefined && port === Number(proxy.port));

  return isThrough ? `${proxy.protocol}//${proxy.host} (${variable})` : undefined;
}

/** The body of the response, decompressed. */
function decoded(response: http.IncomingMessage): AsyncIterable<unknown> {
  const decode = DECODERS.get(response.headers['content-encoding']?.toLowerCase() ?? '');
  // The reader of the decoder gets the error, too.
  return decode ? pipeline(response, decode(), () => undefined) : response;
}
