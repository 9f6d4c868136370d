/** Streams of the journal whose readers are slow, or do not read. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { budget } from '../../budget.js';
import { startControlledEmulator, type TestSandbox } from './controlled-emulator.js';
import { type Follower, followersOf } from './journal-follower.js';
import { untilEnd } from '../../until-end.js';

const controlled = await untilEnd(startControlledEmulator({ population: 0 }));
const follow = followersOf(controlled);

/** A reader that reads nothing until the test starts it. */
function idleReader({ id }: Pick<TestSandbox, 'id'>, emulator = controlled): Promise<Follower> {
  return follow({ id }, '', emulator).then((follower) => {
    follower.response.pause();
    return follower;
  });
}

/** Makes the journal of a sandbox grow by so many exchanges of about 400 kB. */
async function growJournal({ tokenUrl, id }: TestSandbox, exchanges: number): Promise<void> {
  for (let sent = 0; sent < exchanges; sent++)
    await fetch(tokenUrl, {
      method: 'POST',
      headers: { 'Emulator-Sandbox': id },
      body: new URLSearchParams({ grant_type: 'x', filler: '.'.repeat(400_000) }),
    });
}

/** Sends so many small requests on one connection without waiting for responses. */
async function pipeline({ id, apiUrl }: TestSandbox, requests: number, target = '/nothing'): Promise<void> {
  const { hostname, port } = new URL(apiUrl);
  const socket = connect(Number(port), hostname).resume();
  const one = `GET ${target} HTTP/1.1\r\nHost: x\r\nEmulator-Sandbox: ${id}\r\n`;
  socket.write(`${one}\r\n`.repeat(requests - 1));
  socket.write(`${one}Connection: close\r\n\r\n`);
  await once(socket, 'close');
}

/** The responses of this process to requests for a path, until `stop` is called. */
function servedStreams(path: string): { readonly responses: readonly ServerResponse[]; readonly stop: () => void } {
  const responses: ServerResponse[] = [];
  const note = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.url?.includes(path) === true) responses.push(response);
  };
  subscribe('http.server.request.start', note);
  return { responses, stop: () => unsubscribe('http.server.request.start', note) };
}

/** Megabytes of exchanges take seconds. */
const IS_LONG = budget({ short: false, long: true });

test('a reader that is too slow misses exchanges, and receives an event with their number when it reads again', async () => {
  const sandbox = await controlled.open();
  const reader = await idleReader(sandbox);
  await growJournal(sandbox, 40);
  reader.response.resume();
  // With replicas, exchanges of the other one come a little later, and may be missed apart from the rest.
  const sent = () => [...reader.numbers(), ...reader.missed()].toSorted((one, other) => one - other);
  await expect.poll(sent).toEqual(Array.from({ length: 40 }, (_, index) => index + 2));
  expect(reader.missed()).not.toEqual([]);
  await sandbox.get('/institutions/me/users');
  await expect.poll(reader.numbers).toContain(42);
  reader.leave();
});

test.runIf(IS_LONG)('readers that never read cost a bounded amount of memory', async () => {
  const sandbox = await controlled.open();
  const streams = servedStreams(`/${sandbox.id}/journal/stream`);
  const reader = await idleReader(sandbox);
  streams.stop();
  await growJournal(sandbox, 20);
  expect(streams.responses[0]!.writableLength).toBeLessThan(1_048_576 + 500_000);
  reader.leave();
});

/** Milliseconds after which outlines have been sent, or wait for their reader. */
const OUTLINES_AFTER = 150;

test('a sandbox may be removed while its outlines wait for a reader that does not read', async () => {
  const sandbox = await controlled.open();
  const path = `/_emulator/sandboxes/${sandbox.id}/journal/outlines`;
  const asked = get(controlled.emulator.url + path, { agent: false });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  // More than the system takes for the reader, in two turns.
  for (let turn = 0; turn < 2; turn++) {
    await pipeline(sandbox, 500, `/nothing?${'x'.repeat(7_000)}`);
    await sleep(OUTLINES_AFTER);
  }
  await sandbox.get('/institutions/me/users');
  await sandbox.done('delete', '');
  // An error there would end the process.
  await sleep(OUTLINES_AFTER);
  const health = await controlled.control('get', '/health');
  response.destroy();
  expect(health.status).toBe(200);
});

test('a reader of kept exchanges receives all of them, however many there are', async () => {
  const sandbox = await controlled.open();
  await growJournal(sandbox, 12);
  const reader = await follow(sandbox, '?from=1');
  await expect.poll(reader.numbers).toHaveLength(13);
  expect(reader.text()).not.toContain('event: gap');
  reader.leave();
});
