/** A `fetch` of Node's own HTTP client. It is loaded where it is needed: on Node.js 16, and for an agent. */

import type * as Https from 'node:https';
import type { FetchLike } from './transport.js';

/** Many servers close an idle connection after five seconds; the client closes it first. */
const KEEP_ALIVE = { keepAlive: true, timeout: 4_000 };

export async function nodeFetch(agent: object | undefined): Promise<FetchLike> {
  const protocols: Record<string, typeof Https> = {};
  const agents: Record<string, Https.Agent> = {};
  for (const name of ['http:', 'https:']) {
    protocols[name] = await load(`node:${name.slice(0, -1)}`);
    agents[name] = (agent as Https.Agent | undefined) ?? new protocols[name].Agent(KEEP_ALIVE);
  }
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const { protocol } = new URL(url);
      const request = protocols[protocol]!.request(url, { method, headers, agent: agents[protocol] }, (response) => {
        const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
        resolve({
          status: response.statusCode!,
          headers: new Map(received),
          body: response,
          text: () => Promise.resolve(''),
        });
      });
      // On Node.js 16 the option `signal` leaves the socket open, and the process running.
      const abort = (): void => void request.destroy(new Error('aborted'));
      signal.addEventListener('abort', abort);
      request.on('error', reject).on('close', () => {
        signal.removeEventListener('abort', abort);
      });
      request.end(body);
    });
}

/** The name is not a literal, so that bundlers for browsers ignore it. */
async function load(name: string): Promise<typeof Https> {
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as typeof Https;
}
