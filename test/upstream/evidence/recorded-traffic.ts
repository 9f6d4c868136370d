/** Exchanges with an emulator that a test records in the form of a HAR file, without the emulator's own headers. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Emulator } from '../../../src/index.js';
import type { Evidence } from '../../../src/upstream/report-types.js';
import { evidenceFromFiles } from '../../../src/upstream/evidence/index.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { fetched } from '../../fetched.js';

interface HarField {
  readonly name: string;
  readonly value: string;
}

/** One entry of a HAR file; tests change it. */
export interface Entry {
  startedDateTime: string;
  request: {
    method: string;
    url: string;
    headers: HarField[];
    postData?: { mimeType: string; text: string };
  };
  response: {
    status: number;
    headers: HarField[];
    content: { size: number; mimeType: string; text?: string; encoding?: string };
  };
  [other: string]: unknown;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export class Recorder {
  readonly entries: Entry[] = [];
  readonly emulator: Emulator;
  #token: string | undefined;

  constructor(emulator: Emulator) {
    this.emulator = emulator;
  }

  /** Requests a token with the sandbox's credentials, which later calls present. */
  async login(): Promise<void> {
    const { clientId, clientSecret } = this.emulator.defaultSandbox;
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { body } = await this.form(fields);
    this.#token = String((body as Readonly<Record<string, unknown>>)['access_token']);
  }

  /** A request to the token endpoint. */
  form(fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
    const body = String(new URLSearchParams(fields));
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.send(this.emulator.tokenUrl, { method: 'POST', headers: { ...type, ...headers }, body });
  }

  /** @param path relative to `/api/v1` */
  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
    return this.send(this.emulator.apiUrl + path, { headers: { ...this.authorization, ...headers } });
  }

  post(path: string, body: unknown): Promise<Received> {
    const headers = { ...this.authorization, 'Content-Type': 'application/json' };
    return this.send(this.emulator.apiUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  get authorization(): Readonly<Record<string, string>> {
    return this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` };
  }

  async send(url: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<Received> {
    const { status, headers: received, text, json } = await fetched(url, { method, headers, body: body ?? null });
    const fields = [...received].filter(([name]) => !name.startsWith('emulator-'));
    this.entries.push({
      startedDateTime: new Date(1_700_000_000_000 + this.entries.length * 1_000).toISOString(),
      request: {
        method,
        url,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        ...(body !== undefined && { postData: { mimeType: headers['Content-Type'] ?? '', text: body } }),
      },
      response: {
        status,
        headers: fields.map(([name, value]) => ({ name, value })),
        content: { size: Buffer.byteLength(text), mimeType: received.get('content-type') ?? '', text },
      },
    });
    return { status, body: json };
  }
}

export interface Received {
  readonly status: number;
  readonly body: unknown;
}

/** The text of a HAR file. */
export function harOf(entries: readonly unknown[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } });
}

/** What files with these texts say. @param service the address of the service in them */
export async function evidenceOf(service: string, ...texts: readonly (string | Uint8Array)[]): Promise<Evidence> {
  await using folder = await temporaryFolder();
  const files = texts.map((_, at) => join(folder.path, `${at}.har`));
  for (const [at, text] of texts.entries()) await writeFile(files[at]!, text);
  return await evidenceFromFiles({ files, services: [service], tokenUrls: [], revision: 'specification' });
}

/** What traffic says in which each response is changed, after a login and a first page of users. */
export async function evidenceWith(
  emulator: Emulator,
  requests: (recorder: Recorder) => Promise<void>,
  change: (entry: Entry, body: Readonly<Record<string, unknown>>, at: number) => void = () => undefined,
): Promise<Evidence> {
  const recorder = new Recorder(emulator);
  await recorder.login();
  await recorder.get('/institutions/me/users?limit=2');
  await requests(recorder);
  for (const [at, entry] of recorder.entries.entries()) {
    const { text } = entry.response.content;
    change(entry, text === '' ? {} : (JSON.parse(text!) as Readonly<Record<string, unknown>>), at);
  }
  return await evidenceOf(emulator.apiUrl, harOf(recorder.entries));
}

/** Replaces status and body of a response. @param body none if undefined; the media type stays otherwise */
export function answer({ response }: Entry, status: number, body?: unknown): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  const dropped = body === undefined ? ['content-length', 'content-type'] : ['content-length'];
  const headers = response.headers.filter(({ name }) => !dropped.includes(name.toLowerCase()));
  Object.assign(response, { status, headers, content: { size: text.length, mimeType: '', text } });
}
