/** Sends the requests of a consumer and of a test to a sandbox, step by step. */

import { request, type Agent } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { SandboxOptions } from '../../../src/emulator/options.js';
import type { Emulator } from '../../../src/index.js';

/** One request. Its placeholders are filled in when it is sent. */
export interface Step {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** From `/` on; `{id}` is the sandbox, `{link}` the token of the latest verification link. */
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: object;
  /** A body of any kind. */
  readonly raw?: { readonly type: string; readonly body: string };
  /** `{basic}` in them is the ID and the secret of the client, as HTTP Basic has them. */
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

/** The latest token and link that a sandbox has issued. */
export interface Known {
  token?: string | undefined;
  link?: string | undefined;
}

const FORM = 'application/x-www-form-urlencoded';
/** The host in links and in addresses of the control plane; the port differs between emulators. */
const HOST = 'emulator';

/**
 * Performs the steps of a plan in the sandbox with this ID. Steps with a token or link that the sandbox has not issued are
 * skipped: such a request uses the default sandbox.
 * @param known what it has issued before; what it issues now is added
 */
export async function drive(
  { url }: Pick<Emulator, 'url'>,
  id: string,
  { options, steps }: Plan,
  agent: Agent,
  known: Known = {},
): Promise<RecordedResponse[]> {
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
  { method, path, form, json, raw, headers = {} }: Step,
  { agent, token, client }: Consumer,
): Promise<RecordedResponse> {
  const { clientId, clientSecret } = client;
  const fields = { client_secret: clientSecret, ...form, client_id: clientId + (form?.['client_id'] ?? '') };
  const asForm = { type: FORM, body: String(new URLSearchParams(fields)) };
  const asJson = { type: 'application/json', body: JSON.stringify(json ?? {}) };
  const { type, body } = raw ?? (form === undefined ? asJson : asForm);
  const isRead = method === 'GET' || method === 'HEAD';
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const sent = {
    Host: HOST,
    Authorization: `Bearer ${token}`,
    ...(!isRead && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('{basic}', basic)])),
  };
  return new Promise((resolve) => {
    // A scenario may end the connection.
    const lose = (): void => {
      resolve({ step: `${method} ${path}`, status: undefined, headers: {}, body: '' });
    };
    const asked = request(
      url,
      { path, method, agent, headers: form === undefined ? sent : without(sent, 'Authorization') },
      (response) => {
        const chunks: string[] = [];
        response.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
        response.on('error', lose).on('end', () => {
          resolve({
            step: `${method} ${path}`,
            status: response.statusCode,
            headers: shown(path, response.headers),
            body: chunks.join(''),
          });
        });
      },
    );
    asked.on('error', lose);
    asked.end(isRead ? undefined : body);
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
