/** Sends requests with `node:http` and `node:https`, for Node.js 16, which has no `fetch`. Loaded there alone. */

import type * as Http from 'node:http';
import type * as Https from 'node:https';
import type { Answer, Transport } from './transport.js';

/** Shorter than the five seconds after which many servers close an idle connection, so that the two do not cross. */
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
        readAnswer(response).then(resolve, reject);
      });
      request.on('error', reject);
      // The option `signal` leaves sockets of Node.js 16 open, and the process with them.
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

/** The name is no literal, so that bundlers for browsers leave it alone. */
async function load(name: string): Promise<unknown> {
  return await import(/* webpackIgnore: true */ /* @vite-ignore */ name);
}

async function readAnswer(response: Http.IncomingMessage): Promise<Answer> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) headers[name] = String(value);
  const decoder = new TextDecoder();
  const answer = { status: response.statusCode ?? 0, headers };
  let text = '';
  try {
    for await (const chunk of response) text += decoder.decode(chunk as Uint8Array, { stream: true });
    return { ...answer, text: text + decoder.decode() };
  } catch (error) {
    return { ...answer, text, cut: error };
  }
}
