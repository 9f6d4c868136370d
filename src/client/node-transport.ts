/** Sends requests with `node:http` and `node:https` on Node.js 16, which has no `fetch`. Loaded only there. */

import type * as Http from 'node:http';
import type * as Https from 'node:https';
import type { HttpResponse, Transport } from './transport.js';

/** Many servers close an idle connection after five seconds; the client closes it first. */
const IDLE_MILLISECONDS = 4_000;

export async function nodeTransport(): Promise<Transport> {
  const [http, https] = (await Promise.all([load('node:http'), load('node:https')])) as [typeof Http, typeof Https];
  const plain = new http.Agent({ keepAlive: true, timeout: IDLE_MILLISECONDS });
  const secure = new https.Agent({ keepAlive: true, timeout: IDLE_MILLISECONDS });
  return ({ url, method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const isSecure = url.startsWith('https:');
      const length = body === undefined ? {} : { 'content-length': String(new TextEncoder().encode(body).length) };
      const options = { method, headers: { ...headers, ...length }, agent: isSecure ? secure : plain };
      const request = (isSecure ? https : http).request(url, options, (response) => {
        readResponse(response).then(resolve, reject);
      });
      request.on('error', reject);
      // On Node.js 16 the option `signal` leaves the socket open, and the process running.
      const abort = (): void => {
        request.destroy(new Error('aborted'));
      };
      signal.addEventListener('abort', abort);
      request.on('close', () => {
        signal.removeEventListener('abort', abort);
      });
      request.end(body);
    });
}

/** The name is not a literal, so that bundlers for browsers ignore it. */
async function load(name: string): Promise<unknown> {
  return await import(/* webpackIgnore: true */ /* @vite-ignore */ name);
}

async function readResponse(response: Http.IncomingMessage): Promise<HttpResponse> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) headers[name] = String(value);
  const decoder = new TextDecoder();
  const received = { status: response.statusCode ?? 0, headers };
  let text = '';
  try {
    for await (const chunk of response) text += decoder.decode(chunk as Uint8Array, { stream: true });
    return { ...received, text: text + decoder.decode() };
  } catch (error) {
    return { ...received, text, cut: error };
  }
}
