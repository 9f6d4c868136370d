/** Sends requests: the small part of HTTP that the library needs, over any `fetch`. */

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

/** The platform's `Response` where its types are known, and otherwise the part that the library uses. */
export type RawResponse = typeof globalThis extends { Response: { prototype: infer Platform } }
  ? Platform
  : FetchResponse;

/** A response with all of its body that arrived; `headers` by lower-case name, `raw` what `fetch` returned. */
export type HttpResponse = Awaited<ReturnType<typeof send>>;
/** The reason for stopping at {@link LARGEST_BODY}: a body without an end would fill the memory. */
export const TOO_LARGE = new Error('is too large');
/** The largest body that is read, in bytes. A page has some kilobytes. */
const LARGEST_BODY = 50_000_000;
/**
 * Sends the request once; rejects if no response arrives. Of a broken body it keeps what arrived, if `fetch` gives the
 * body in pieces.
 */
export async function send(fetch: FetchLike, url: string, init: FetchInit) {
  const raw = await fetch(url, init);
  const headers: Record<string, string> = {};
  raw.headers.forEach((value, name) => (headers[name.toLowerCase()] = value));

  const { status, body } = raw;
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  /** Why the body is truncated. */
  let cut: unknown;

  try {
    // Some platforms give the body only as a whole.
    if (Symbol.asyncIterator in Object(body)) {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        size += chunk.length;
        if (size > LARGEST_BODY) throw TOO_LARGE;
        text += decoder.decode(chunk, { stream: true });
      }
      text += decoder.decode();
    } else text = await raw.text();
  } catch (error) {
    cut = error;
  }

  return { status, headers, text, cut, raw };
}
