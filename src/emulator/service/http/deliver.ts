/** Sends a response slowly, in pieces or not to its end, as a scenario decided. */

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';
import { onceOver } from '../../../common/platform/once-over.js';
import type { Delivery } from '../service-response.js';

/** Head and body, ready to be written. */
interface Written {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/**
 * Sends the response. Resolves when the response is sent, or when the client has left, so that no timer outlives the
 * client. A socket of a TLS server that the user created cannot be reset, so it is closed instead.
 * @returns a reading of `performance.now()` when the last piece was written to the socket; undefined if the client left
 */
export async function deliver(res: Response, written: Written, delivery: Delivery): Promise<number | undefined> {
  const gone = new AbortController();
  onceOver(res, () => gone.abort());
  try {
    gone.signal.throwIfAborted();
    return await deliverUntil(gone.signal, res, written, delivery);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    return undefined;
  }
}

/** Sends the response. @param signal aborted when the client has left; the promise then rejects */
async function deliverUntil(signal: AbortSignal, res: Response, written: Written, delivery: Delivery): Promise<number> {
  const { status, headers, body } = written;
  const { beforeHeaders, beforeBody, end, endAfter } = delivery;
  if (beforeHeaders > 0) await wait(beforeHeaders, undefined, { signal });

  // Three ends come before the head is sent.
  if (end === 'never') return performance.now();
  if (end === 'reset' || end === 'close') {
    const socket = await socketOf(res, signal);
    if (end === 'reset' && canBeReset(socket)) socket.resetAndDestroy();
    else socket.destroy();
    return performance.now();
  }

  // Without a length, Node.js sends the body in chunks.
  const { 'Content-Length': _length, ...withoutLength } = headers;
  res.writeHead(status, end === 'broken-chunks' ? withoutLength : headers);
  res.flushHeaders();
  if (beforeBody > 0) await wait(beforeBody, undefined, { signal });

  // Without a position, a body that is cut ends in its middle.
  const cutAt = endAfter ?? Math.floor(body.length / 2);
  const bytes = end === undefined ? body : body.subarray(0, cutAt);
  const lastPiece = await sendAllButLast(res, bytes, delivery, signal);
  const writtenAt = performance.now();
  if (end === undefined) {
    // Do not wait until the last piece is sent: a client may close the connection as soon as it has the whole body.
    res.end(lastPiece);
    return writtenAt;
  }

  if (lastPiece.length > 0) await send(res, lastPiece, signal);
  await endConnection(res, end, signal);
  return writtenAt;
}

/** Sends the body in pieces. @returns the last piece, which is not sent yet */
async function sendAllButLast(res: Response, body: Buffer, { drip }: Delivery, signal: AbortSignal): Promise<Buffer> {
  if (drip === undefined) return body;

  const { bytes, every } = drip;
  let rest = body;
  while (rest.length > bytes) {
    await send(res, rest.subarray(0, bytes), signal);
    rest = rest.subarray(bytes);
    await wait(every, undefined, { signal });
  }

  return rest;
}

/** Ends the connection after all that was written has been sent. The text "zz" is no valid length of a chunk. */
async function endConnection(res: Response, end: 'cut' | 'broken-chunks', signal: AbortSignal): Promise<void> {
  const socket = await socketOf(res, signal);
  if (end === 'broken-chunks') await new Promise((resolve) => socket.write('zz\r\n', resolve));
  signal.throwIfAborted();
  socket.end();
  socket.destroySoon();
}

/**
 * The response's socket. A response has no socket while an earlier response is being sent: clients pipeline, and on a
 * fast keep-alive connection the next request can arrive before Node.js has finished the last response
 * (https://github.com/jshttp/on-finished/issues/10).
 */
async function socketOf(res: Response, signal: AbortSignal): Promise<Socket> {
  if (res.socket !== null) return res.socket;

  const [socket] = (await once(res, 'socket', { signal })) as [Socket];
  return socket;
}

/** Writes bytes. Resolves when they were passed to the system, and rejects when the client has left. */
function send(res: Response, bytes: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('the client is gone'));
    signal.addEventListener('abort', abort, { once: true });
    res.write(bytes, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}

/**
 * Whether the socket can be reset. A TLS socket has no such method. The emulator adds one to the sockets of its own
 * servers (see `tcp-connections.ts`).
 */
function canBeReset(socket: Socket): boolean {
  return !('encrypted' in socket) || Object.hasOwn(socket, 'resetAndDestroy');
}
