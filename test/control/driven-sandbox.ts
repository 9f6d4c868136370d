/** A sandbox as a consumer and a test drive it over HTTP, step by step. */

import { request, type Agent } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { SandboxOptions } from '../../src/options.js';
import type { Emulator } from '../../src/index.js';

/** One request; what it holds of the sandbox is known only when it is made. */
export interface Step {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From `/` on; `{id}` is the sandbox, `{link}` the latest verification link's token. */
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** How many turns of the event loop the step lets pass first, so that others come between. */
  readonly turns: number;
}

/** What one sandbox is, and what is done to it. */
export interface Plan {
  readonly options: SandboxOptions & { readonly clientId: string; readonly clientSecret: string };
  readonly steps: readonly Step[];
}

/** An answer as it came: everything that depends on the sandbox. */
export interface SeenAnswer {
  readonly step: string;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Goes into links and into what the control plane tells of addresses; the port differs from emulator to emulator. */
const HOST = 'emulator';

/**
 * Takes the steps of a plan, one after the other, against the sandbox with this ID; but none that bears a token or link
 * which the sandbox has not given out: such a request belongs to the default sandbox.
 */
export async function drive(
  { url }: Emulator,
  id: string,
  { options, steps }: Plan,
  agent: Agent,
): Promise<SeenAnswer[]> {
  const known: { token?: string | undefined; link?: string | undefined } = {};
  const seen: SeenAnswer[] = [];
  for (const step of steps) {
    for (let passed = 0; passed < step.turns; passed++) await turn();
    const { token, link } = known;
    if (step.path.includes('{link}') ? link === undefined : step.path.startsWith('/api/') && token === undefined)
      continue;
    const path = step.path.replace('{id}', id).replace('{link}', link ?? '');
    const answer = await exchange(url, { ...step, path }, { agent, token: token ?? '', client: options });
    known.token = /"access_token":"([^"]+)"/.exec(answer.body)?.[1] ?? token;
    known.link = /"token":"([^"]+)"/.exec(answer.body)?.[1] ?? link;
    seen.push(answer);
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
): Promise<SeenAnswer> {
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

/** The control plane is no part of any sandbox; its answers bear the machine's time. */
function shown(path: string, headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const ofConnection = without(without(headers, 'connection'), 'keep-alive');
  return path.startsWith('/_emulator/') ? without(ofConnection, 'date') : ofConnection;
}

function without<Value>(values: Readonly<Record<string, Value>>, left: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== left));
}
