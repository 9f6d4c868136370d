/** Sends the requests of a consumer and of a test to a sandbox, step by step. */

import { request, type Agent } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { SandboxOptions } from '../../../src/emulator/options.js';
import type { Emulator } from '../../../src/index.js';

/** One request. Its placeholders are filled in when it is sent. */
export interface Step {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From `/` on; `{id}` is the sandbox, `{link}` the token of the latest verification link. */
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Number of turns of the event loop to wait first, so that steps of other sandboxes come between. */
  readonly turns: number;
}

/** Options and steps of one sandbox. */
export interface Plan {
  readonly options: SandboxOptions & { readonly clientId: string; readonly clientSecret: string };
  readonly steps: readonly Step[];
}

/** The parts of a response that depend on the sandbox. */
export interface RecordedResponse {
  readonly step: string;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** The host in links and in addresses of the control plane; the port differs between emulators. */
const HOST = 'emulator';

/**
 * Performs the steps of a plan in the sandbox with this ID. Steps with a token or link that the sandbox has not issued are
 * skipped: such a request uses the default sandbox.
 */
export async function drive(
  { url }: Emulator,
  id: string,
  { options, steps }: Plan,
  agent: Agent,
): Promise<RecordedResponse[]> {
  const known: { token?: string | undefined; link?: string | undefined } = {};
  const seen: RecordedResponse[] = [];
  for (const step of steps) {
    for (let passed = 0; passed < step.turns; passed++) await turn();
    const { token, link } = known;
    if (step.path.includes('{link}') ? link === undefined : step.path.startsWith('/api/') && token === undefined)
      continue;
    const path = step.path.replace('{id}', id).replace('{link}', link ?? '');
    const response = await exchange(url, { ...step, path }, { agent, token: token ?? '', client: options });
    known.token = /"access_token":"([^"]+)"/.exec(response.body)?.[1] ?? token;
    known.link = /"token":"([^"]+)"/.exec(response.body)?.[1] ?? link;
    seen.push(response);
  }
  return seen;
}

interface Consumer {
  readonly agent: Agent;
  readonly token: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
}

function exchange(
  url: string,
  { method, path, form, json, headers }: Step,
  { agent, token, client }: Consumer,
): Promise<RecordedResponse> {
  const { clientId, clientSecret } = client;
  const [type, body] =
    form === undefined
      ? ['application/json', JSON.stringify(json ?? {})]
      : [
          'application/x-www-form-urlencoded',
          String(
            new URLSearchParams({
              client_secret: clientSecret,
              ...form,
              client_id: clientId + (form['client_id'] ?? ''),
            }),
          ),
        ];
  const sent = {
    Host: HOST,
    Authorization: `Bearer ${token}`,
    ...(method !== 'GET' && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { path, method, agent, headers: form === undefined ? sent : without(sent, 'Authorization') },
      (response) => {
        const chunks: string[] = [];
        response.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
        response.on('error', reject).on('end', () => {
          resolve({
            step: `${method} ${path}`,
            status: response.statusCode,
            headers: shown(path, response.headers),
            body: chunks.join(''),
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end(method === 'GET' ? undefined : body);
  });
}

/** Responses of the control plane have the machine's time, not that of a sandbox. */
function shown(path: string, headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const ofConnection = without(without(headers, 'connection'), 'keep-alive');
  return path.startsWith('/_emulator/') ? without(ofConnection, 'date') : ofConnection;
}

function without<Value>(values: Readonly<Record<string, Value>>, left: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== left));
}
