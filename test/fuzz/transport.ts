/** Sends requests, well-formed ones by Node's client and others byte by byte, and waits however long it takes. */

import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { ReceivedResponse } from './documents.js';

/** A request as it is sent. */
export interface FuzzRequest {
  readonly plane: 'service' | 'control';
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
  /** The bytes that are sent instead, on a connection of their own. */
  readonly bytes?: Buffer;
  /** ID of the sandbox whose valid access token the request carries. */
  readonly sandbox?: string;
}

export type Outcome =
  | { readonly kind: 'response'; readonly response: ReceivedResponse }
  /** The connection ended before the response was complete. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** A scenario sends no response. */
  | { readonly kind: 'withheld' }
  /** The client closed its side of the connection, because its bytes are perhaps not complete, and got no response. */
  | { readonly kind: 'given up' }
  /** Nothing came in {@link PATIENCE}. */
  | { readonly kind: 'stalled' };

/** Far more than any response takes on a busy machine. */
const PATIENCE = 60_000;
/** After this silence, a client that sends bytes closes its side, so that the server knows that no more will come. */
const SILENCE = 150;
/** How often a client without a response finds out whether one will come. */
const LOOK_INTERVAL = 100;

export class Transport {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  readonly #port: number;
  readonly #isWithheld: () => boolean;

  /** @param isWithheld whether a scenario has decided to send no response to the current request */
  constructor(url: string, isWithheld: () => boolean) {
    this.#port = Number(new URL(url).port);
    this.#isWithheld = isWithheld;
  }

  close(): void {
    this.#agent.destroy();
  }

  async send(request: FuzzRequest): Promise<Outcome> {
    const sent =
      request.bytes === undefined
        ? this.#sendRequest(request)
        : this.#sendBytes(request.bytes, request.method === 'HEAD');
    const start = performance.now();
    return new Promise((resolve) => {
      const settle = (outcome: Outcome): void => {
        clearInterval(looking);
        resolve(outcome);
      };
      const looking = setInterval(() => {
        const kind = this.#isWithheld() ? 'withheld' : performance.now() - start > PATIENCE ? 'stalled' : undefined;
        if (kind === undefined) return;
        settle({ kind });
        sent.abort();
      }, LOOK_INTERVAL);
      void sent.outcome.then(settle);
    });
  }

  #sendRequest({ method, target, headers, body }: FuzzRequest): { outcome: Promise<Outcome>; abort: () => void } {
    const length: [string, string][] = body === undefined ? [] : [['Content-Length', String(body.length)]];
    const call = httpRequest({
      host: '127.0.0.1',
      port: this.#port,
      agent: this.#agent,
      method,
      path: target,
      headers: [...headers, ...length].flat(),
    });
    const outcome = new Promise<Outcome>((resolve) => {
      const broken = (error: Error): void => {
        resolve({ kind: 'broken', reason: error.message });
      };
      call.on('error', broken);
      call.on('response', (response) => {
        const pieces: Buffer[] = [];
        const settle = (): void => {
          const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
          const text = Buffer.concat(pieces).toString();
          const status = response.statusCode!;
          resolve({
            kind: 'response',
            response: { status, headers: Object.fromEntries(fields) as Record<string, string>, text },
          });
        };
        response.on('error', broken);
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', settle);
        // It does not end by itself.
        if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
          settle();
          call.destroy();
        }
      });
    });
    call.end(body);
    return { outcome, abort: () => call.destroy() };
  }

  #sendBytes(bytes: Buffer, isHead: boolean): { outcome: Promise<Outcome>; abort: () => void } {
    const socket = connect(this.#port, '127.0.0.1');
    const outcome = new Promise<Outcome>((resolve) => {
      const pieces: Buffer[] = [];
      let hasEnded = false;
      const silence = setTimeout(() => {
        hasEnded = true;
        socket.end();
      }, SILENCE);
      socket.on('data', (piece: Buffer) => {
        pieces.push(piece);
        silence.refresh();
      });
      // A reset after the response, because the server did not read everything.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        clearTimeout(silence);
        const received = Buffer.concat(pieces).toString();
        const response = firstResponse(received, isHead);
        if (response !== undefined) resolve({ kind: 'response', response });
        else if (hasEnded) resolve({ kind: 'given up' });
        else resolve({ kind: 'broken', reason: received.slice(0, 100) });
      });
    });
    socket.write(bytes);
    return { outcome, abort: () => socket.destroy() };
  }
}

/** The first response in the text; undefined if its head is not complete. */
function firstResponse(text: string, isHead: boolean): ReceivedResponse | undefined {
  const border = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...fields] = text.slice(0, Math.max(border, 0)).split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1];
  if (status === undefined) return undefined;
  if (status === '100') return firstResponse(text.slice(border + 4), isHead);
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  const body = isHead || status === '204' ? '' : text.slice(border + 4);
  const length = Number(headers['content-length'] ?? Buffer.byteLength(body));
  const content =
    headers['transfer-encoding'] === undefined ? Buffer.from(body).subarray(0, length).toString() : unchunked(body);
  return { status: Number(status), headers, text: content };
}

function unchunked(text: string): string {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, end).toString(), 16);
    if (end === -1 || !(size > 0)) break;
    pieces.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(pieces).toString();
}

/** A command line that sends the request. */
export function curlLine(url: string, { method, target, headers, body, bytes }: FuzzRequest): string {
  const { hostname, port } = new URL(url);
  if (bytes !== undefined) return `printf ${quoted(bytes, '%')} | nc ${hostname} ${port}`;
  const options = headers.map(([name, value]) => `-H ${quoted(Buffer.from(`${name}: ${value}`, 'latin1'))}`);
  const data = body === undefined ? [] : [`--data-binary ${quoted(body)}`];
  return ['curl -i --path-as-is', `-X ${method}`, ...options, ...data, quoted(Buffer.from(url + target))].join(' ');
}

/** In the quotes of bash that know escape sequences. */
function quoted(bytes: Buffer, doubled = ''): string {
  const text = bytes.toString('latin1').replace(/[^ -~]|['\\%]/g, (character) => {
    if (character === '%') return doubled + character;
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `$'${text}'`;
}
