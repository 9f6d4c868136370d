/** Sends requests: the small part of HTTP that the library needs, over any `fetch`. */

import type * as Https from 'node:https';
import type { AbortSignalLike } from './deadline.js';

/** The platform's `AbortSignal` where its types are known, and otherwise the part that the library uses. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Platform } }
  ? Platform
  : AbortSignalLike;

/** The part of `fetch` that the library uses. The platform's, undici's and node-fetch's fit. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** A request, as `fetch` takes it. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Always `manual`: client secret and token are never sent to another address. */
  redirect: 'manual';
  signal: Signal;
}

/** A response, as `fetch` returns it. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { forEach(callback: (value: string, name: string) => void): void };
  readonly body?: unknown;
  text(): Promise<string>;
}

/** A response, read to its end. */
export interface HttpResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, as far as it was received. */
  readonly text: string;
  /** Why the body is truncated; absent if it is complete. */
  readonly cut?: unknown;
}

/** Sends the request once; rejects if no response arrives. */
export async function send(fetch: FetchLike, url: string, init: FetchInit): Promise<HttpResponse> {
  const response = await fetch(url, init);
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => (headers[name.toLowerCase()] = value));
  return { status: response.status, headers, ...(await readText(response)) };
}

/** Unlike `text()`, keeps what arrived before the connection broke. */
async function readText(response: FetchResponse): Promise<Pick<HttpResponse, 'text' | 'cut'>> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    if (!isIterable(response.body)) return { text: await response.text() };
    for await (const chunk of response.body) text += decoder.decode(chunk, { stream: true });
    return { text: text + decoder.decode() };
  } catch (cut) {
    return { text, cut };
  }
}

function isIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof (body as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator] === 'function';
}

/** The caller's `fetch`, else the platform's, else one made of Node's own HTTP client, which takes an agent. */
export async function chooseFetch(own: FetchLike | undefined, agent: object | undefined): Promise<FetchLike> {
  if (own !== undefined) return own;
  if (agent !== undefined || typeof (globalThis as { fetch?: unknown }).fetch !== 'function')
    return await nodeFetch(agent);
  // Looked up for each request, because test tools and tracers replace it later.
  return (url, init) => fetch(url, init);
}

/** Many servers close an idle connection after five seconds; the client closes it first. */
const KEEP_ALIVE = { keepAlive: true, timeout: 4_000 };

async function nodeFetch(agent: object | undefined): Promise<FetchLike> {
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
