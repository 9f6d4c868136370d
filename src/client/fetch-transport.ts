/** Sends requests with a `fetch`: the platform's or the caller's. */

import type { Answer, Transport } from './transport.js';

/** The part of `fetch` that is used; the platform's own, undici's and node-fetch's all are one. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Always `manual`: another address is never told client secret and token. */
  redirect: 'manual';
  signal: AbortSignal;
}

export interface FetchResponse {
  readonly status: number;
  readonly headers: { forEach(callback: (value: string, name: string) => void): void };
  readonly body?: unknown;
  text(): Promise<string>;
}

export function fetchTransport(fetch: FetchLike): Transport {
  return async ({ method, url, headers, body, signal }) => {
    const init: FetchInit = { method, headers: { ...headers }, redirect: 'manual', signal };
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    const received: Record<string, string> = {};
    response.headers.forEach((value, name) => (received[name.toLowerCase()] = value));
    return { status: response.status, headers: received, ...(await readText(response)) };
  };
}

/** `text()` would lose what came before a connection broke. */
async function readText(response: FetchResponse): Promise<Pick<Answer, 'text' | 'cut'>> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    if (!isReadableStream(response.body)) return { text: await response.text() };
    const reader = response.body.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      text += decoder.decode(chunk.value, { stream: true });
    return { text: text + decoder.decode() };
  } catch (error) {
    return { text, cut: error };
  }
}

interface ByteStream {
  getReader(): { read(): Promise<{ done: false; value: Uint8Array } | { done: true; value?: Uint8Array | undefined }> };
}

function isReadableStream(body: unknown): body is ByteStream {
  return typeof (body as Partial<ByteStream> | null | undefined)?.getReader === 'function';
}
