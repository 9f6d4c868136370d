/** What tells that nobody reads a response any more, with a real server and raw connections. */

import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { onceOver } from '../../../src/common/platform/once-over.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** Notes the numbers of the requests whose responses are over. */
function noting(over: number[], respond: (res: ServerResponse) => unknown): RequestListener {
  let number = 0;
  return (_, res) => {
    const own = ++number;
    onceOver(res, () => over.push(own));
    respond(res);
  };
}

/** A server, and a connection to it. */
async function connected(listener: RequestListener): Promise<AsyncDisposable & { readonly socket: Socket }> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  socket.on('error', () => undefined);
  return {
    socket,
    [Symbol.asyncDispose]: async () => {
      socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a response is over when it was sent, once', async () => {
  const over: number[] = [];
  await using connection = await connected(noting(over, (res) => res.end('x')));
  connection.socket.end(REQUEST.repeat(2));
  await once(connection.socket, 'close');
  expect(over).toEqual([1, 2]);
});

test('all responses of a connection are over when it closes, those that wait for an earlier one too', async () => {
  const over: number[] = [];
  await using connection = await connected(noting(over, (res) => res.write('x')));
  connection.socket.write(REQUEST.repeat(3));
  await once(connection.socket, 'data');
  connection.socket.destroy();
  await expect.poll(() => over.toSorted()).toEqual([1, 2, 3]);
});

test('a response whose client has left before is over at once', async () => {
  const over: string[] = [];
  await using connection = await connected((req, res) => {
    req.socket.once('close', () => {
      onceOver(res, () => over.push('first'));
      over.push('second');
    });
  });
  connection.socket.write(REQUEST, () => connection.socket.destroy());
  await expect.poll(() => over).toEqual(['first', 'second']);
});
