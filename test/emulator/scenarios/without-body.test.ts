/** Faults that change a body leave responses without a body alone, and with them the next response on the connection. */

import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startInstitution } from '../../institution.js';
import { goodCalls } from './good-calls.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 0, now: '2026-01-31T09:00:00Z' }));
const good = await goodCalls(institution);

/** Everything that arrives on one connection with these two requests, until the emulator closes it. */
function bothResponses(first: readonly string[], second: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(institution.emulator.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write([first, second].map((lines) => `${lines.join('\r\n')}\r\n\r\n`).join('')),
    );
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    socket.on('error', reject).on('close', () => {
      resolve(text);
    });
  });
}

test.each(['drip;bytes=1;every="1h"', 'slow-body;delay="1h"', 'chunks-broken', 'body-cut'])(
  'HEAD with %s is a usual response, and so is the next one on the connection',
  async (selection) => {
    const { path, headers } = good.getUsers;
    const common = ['Host: emulator.test', `Authorization: ${headers['Authorization']!}`];
    const head = [`HEAD ${path} HTTP/1.1`, ...common, `Emulator-Scenario: ${selection}`];
    const get = [`GET ${path} HTTP/1.1`, ...common, 'Connection: close'];
    const [first = '', second = ''] = (await bothResponses(head, get)).split(/(?=HTTP\/1\.1 )/);
    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(first).toMatch(/\r\n\r\n$/);
    const length = Number(/^Content-Length: (\d+)\r$/m.exec(second)?.[1]);
    expect(Buffer.byteLength(second.slice(second.indexOf('\r\n\r\n') + 4))).toBe(length);
    expect(/^Content-Length: (\d+)\r$/m.exec(first)?.[1]).toBe(String(length));
  },
);

test('a cut behind the end of a body leaves the response alone, and with it the next one on the connection', async () => {
  const { path, headers } = good.getUsers;
  const common = [
    `GET ${path}?search=nobody HTTP/1.1`,
    'Host: emulator.test',
    `Authorization: ${headers['Authorization']!}`,
  ];
  const text = await bothResponses(
    [...common, 'Emulator-Scenario: body-cut;bytes=100000'],
    [...common, 'Connection: close'],
  );
  const [first = '', second = ''] = text.split(/(?=HTTP\/1\.1 )/);
  expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(second).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(first.split('\r\n\r\n')[1]).toBe(second.split('\r\n\r\n')[1]);
});
