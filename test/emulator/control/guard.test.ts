/** Access to the control plane, and its refusals. */

import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { untilEnd } from '../../until-end.js';
import { problem, startControlledEmulator, problemIn } from './controlled-emulator.js';
import { operations } from './documented-operations.js';

const open = await untilEnd(startControlledEmulator({ population: 0 }));
const locked = await untilEnd(startControlledEmulator({ population: 0, controlToken: 'let-me-in' }));

const lockedUrl = locked.emulator.url;
const planes = { open: `${open.emulator.url}/_emulator`, locked: `${lockedUrl}/_emulator`, lockedUrl };

testExchanges(new URL('guard.yaml', import.meta.url), async () => {
  const sender = await sandboxesOf(open.emulator)({});
  return { ...sender, values: { ...sender.values, ...planes } };
});

/** As docs/sandboxes.md lists them. */
const OPEN = new Set(['/health', '/health/live', '/health/ready']);

test.each(operations.filter(({ path }) => !OPEN.has(path)))(
  '$method $path needs the control token',
  async ({ method, path, bodies: [body] }) => {
    const filled = path.replace(/\{\w+\}/g, 'default');
    const response = await locked.control(method, filled, body as object | undefined);
    expect(problemIn(response)).toMatchObject(problem(401));
  },
);

test('an HTTP/1.0 client without a Host header is accepted', async () => {
  const { hostname, port } = new URL(open.emulator.url);
  const text = await new Promise<string>((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname);
    socket
      .setEncoding('utf8')
      .on('data', (piece: string) => (received += piece))
      .once('close', () => {
        resolve(received);
      });
    socket.write('GET /_emulator/sandboxes HTTP/1.0\r\n\r\n');
  });
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});
