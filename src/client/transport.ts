/** Sends a request: the small part of HTTP that the library needs, over any `fetch`. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

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
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** The part of `fetch` that the library uses. The platform's, undici's and node-fetch's fit. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Always `manual`: client secret and token are never sent to another address. */
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

/** Unlike `text()`, keeps what arrived before the connection broke. */
async function readText(response: FetchResponse): Promise<Pick<HttpResponse, 'text' | 'cut'>> {
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
