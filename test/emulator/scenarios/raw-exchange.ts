/** One request over a bare socket, and every byte of the response. */

import { connect } from 'node:net';
import type { Institution } from '../../institution.js';
import type { GoodCall } from './good-calls.js';

export interface RawExchange {
  /** How the connection ended; `open` if the client gave up waiting. */
  readonly end: 'closed' | 'open' | (string & {});
  /** Each piece with the time, in milliseconds after the request, at which it arrived. */
  readonly pieces: readonly { readonly at: number; readonly bytes: Buffer }[];
  readonly head: string;
  readonly body: Buffer;
}

export interface RawRequest {
  readonly call: GoodCall;
  readonly selection?: string;
  /** Milliseconds after which the client gives up. */
  readonly patience?: number;
}

/** Sends the request on its own connection, and waits until the connection ends. */
export function rawExchange(
  { emulator }: Pick<Institution, 'emulator'>,
  { call, selection, patience = 10_000 }: RawRequest,
): Promise<RawExchange> {
  const { hostname, port } = new URL(emulator.url);
  return new Promise((resolve) => {
    const pieces: { at: number; bytes: Buffer }[] = [];
    let end: RawExchange['end'] = 'closed';
    let start = 0;
    const socket = connect(Number(port), hostname, () => {
      start = performance.now();
      socket.write(requestText(call, selection));
    });
    const impatience = setTimeout(() => {
      end = 'open';
      socket.destroy();
    }, patience);
    socket.on('data', (bytes: Buffer) => pieces.push({ at: performance.now() - start, bytes }));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      end = error.code ?? error.message;
    });
    socket.on('close', () => {
      clearTimeout(impatience);
      const all = Buffer.concat(pieces.map(({ bytes }) => bytes));
      const border = all.indexOf('\r\n\r\n');
      const [head, body] = border === -1 ? [all, Buffer.alloc(0)] : [all.subarray(0, border), all.subarray(border + 4)];
      resolve({ end, pieces, head: head.toString('latin1'), body });
    });
  });
}

/** The value of a header field; undefined if the head does not have it. */
export function fieldOf({ head }: RawExchange, name: string): string | undefined {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim();
}

function requestText({ method, path, headers, body = '' }: GoodCall, selection: string | undefined): string {
  const fields = {
    Host: 'emulator.test',
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
    ...(selection !== undefined && { 'Emulator-Scenario': selection }),
  };
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`;
}
