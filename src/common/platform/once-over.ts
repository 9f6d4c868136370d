/** Learns that nobody reads a response any more. */

import type { ServerResponse } from 'node:http';
import type { Awaitable } from '../awaitable.js';

/**
 * Calls the function once: when the response is over, or its client has left. At once if the client has left before.
 * Node.js tells a response that waits behind an earlier one nothing of the end of their connection: older versions
 * forget it (https://github.com/nodejs/node/pull/62534).
 */
export function onceOver(res: ServerResponse, call: () => void): void {
  const { socket } = res.req;
  let isOver = false;
  const end = (): void => {
    // The response and its connection may close together.
    if (isOver) return;

    isOver = true;
    socket.off('close', end);
    res.off('close', end);
    call();
  };

  socket.once('close', end);
  res.once('close', end);
  if (socket.destroyed) end();
}

/** Whether the system took a whole response that was written; false if its client left before. */
export function isWhollySent(res: ServerResponse): Awaitable<boolean> {
  const { socket } = res.req;
  if (res.writableFinished && !socket.errored) return true;

  return new Promise((resolve) => {
    let isSent = false;
    // Node.js also emits "finish" if the response could not be written (`test/emulator/service/messages` shows it).
    res.prependOnceListener('finish', () => {
      isSent = !socket.destroyed && !socket.errored;
    });
    onceOver(res, () => resolve(isSent));
  });
}
