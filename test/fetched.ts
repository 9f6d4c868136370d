/** A response over HTTP, read to its end. */

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text parsed as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

export interface Sent {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
  readonly signal?: AbortSignal;
}

/** The complete response. */
export async function fetched(address: string | URL, sent: Sent): Promise<Answered> {
  const response = await ('Host' in sent.headers ? toHost(address, sent) : fetch(address, sent));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** What `fetch` does, which replaces a Host header by that of the address. */
async function toHost(address: string | URL, { body, ...options }: Sent): Promise<Response> {
  const sent = request(address, options).end(body ?? undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks = (await response.toArray()) as Buffer[];
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), {
    status: response.statusCode!,
    headers: response.headers as Record<string, string>,
  });
}

/** The JSON value of a text; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
