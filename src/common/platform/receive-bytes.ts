/** Receives the body of a message, up to a limit. */

import type { IncomingMessage } from 'node:http';

/** The largest bodies that are received, in bytes. */
export const BODY_LIMITS = {
  /** A request to the service, before and after decompression, or to the tools for agents. */
  request: 1_048_576,
  /** A request to the control plane: states with a long history are large. */
  controlRequest: 67_108_864,
  /** A response of a server that is tried for conformance, unpacked. */
  response: 10_000_000,
  /** A message in a file of traffic, unpacked. */
  recorded: 100_000_000,
} as const;

/**
 * The bytes of the body; undefined as soon as the body is known to be larger than the limit. The rest of such a body is
 * discarded, so that a client that never stops sending gets a response.
 * @param limit in bytes
 * @throws the error of the connection if the client hangs up before the end
 */
export function receiveBytes(message: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const take = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > limit) refuse();
      else chunks.push(chunk);
    };

    const refuse = (): void => {
      message.off('data', take).resume();
      resolve(undefined);
    };

    const rejectAsHungUp = (): void => reject(message.errored ?? new Error('the client hung up'));
    // The client may have hung up before this call.
    if (message.destroyed) {
      rejectAsHungUp();
      return;
    }

    message.on('error', reject).on('close', rejectAsHungUp);
    if (Number(message.headers['content-length'] ?? 0) > limit) {
      refuse();
      return;
    }

    message.on('data', take).on('end', () => {
      // `close` comes after `end`, too. It would create an error for nothing, which takes long.
      message.off('close', rejectAsHungUp);
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
  });
}
