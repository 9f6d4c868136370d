/** A response over HTTP, read to its end. */

import { request, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';

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

/** The complete response. `fetch` would take three times the processor time, and send headers of its own. */
export function fetched(address: string | URL, { body, ...options }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const answer = (response: IncomingMessage): void => {
      const chunks = response.toArray() as Promise<Buffer[]>;
      chunks.then((all) => {
        resolve(answered(response, Buffer.concat(all)));
      }, reject);
    };
    request(address, options, answer)
      .on('error', reject)
      .end(body ?? undefined);
  });
}

function answered({ statusCode, headersDistinct }: IncomingMessage, sent: Buffer): Answered {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) headers.set(name, values.join(', '));
  const text = String(headers.get('content-encoding') === 'gzip' ? gunzipSync(sent) : sent);
  return { status: statusCode!, headers, text, json: parsed(text) };
}

/** The JSON value of a text; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
