/** The stream of the journal: server-sent events. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { get, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { budget } from '../../budget.js';
import { startControlledEmulator, type TestSandbox } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

interface Event {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly id: number; readonly operation: string; readonly status: number };
}

interface Follower {
  readonly response: IncomingMessage;
  /** The events so far. */
  readonly events: () => Event[];
  readonly numbers: () => number[];
  /** The numbers that the events of missed exchanges name. */
  readonly missed: () => number[];
  readonly text: () => string;
  /** How the stream ended: `end` if the emulator ended it. */
  readonly ended: Promise<string>;
  readonly leave: () => void;
}

const controlled = await untilEnd(startControlledEmulator({ population: 0 }));

function follow(
  { id }: Pick<TestSandbox, 'id'>,
  query = '',
  { emulator } = controlled,
  headers: Readonly<Record<string, string>> = {},
): Promise<Follower> {
  return new Promise((resolve, reject) => {
    const asked: ClientRequest = get(
      `${emulator.url}/_emulator/sandboxes/${id}/journal/stream${query}`,
      { agent: false, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        const ended = new Promise<string>((tell) => {
          for (const name of ['end', 'error', 'aborted'])
            response.once(name, () => {
              tell(name);
            });
        });
        const events = () =>
          text
            .split('\n\n')
            .slice(0, -1)
            .filter((block) => block.includes('event: exchange\n'))
            .map(eventOf);
        resolve({
          response,
          events,
          text: () => text,
          numbers: () => events().map(({ data }) => data.id),
          missed: () => [...text.matchAll(/event: gap\ndata: (.*)\n/g)].flatMap(([, gap]) => missedIn(gap!)),
          ended,
          leave: () => {
            asked.destroy();
          },
        });
      },
    );
    asked.once('error', reject);
  });
}

function missedIn(data: string): number[] {
  const { missed, from, to } = JSON.parse(data) as Record<'missed' | 'from' | 'to', number>;
  expect(to).toBe(from + missed - 1);
  return Array.from({ length: missed }, (_, index) => from + index);
}

function eventOf(block: string): Event {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  ) as { id: string; event: string; data: string };
  return { ...fields, data: JSON.parse(fields.data) as Event['data'] };
}

test('a follower receives each new exchange and none before', async () => {
  const sandbox = await controlled.open();
  const follower = await follow(sandbox);
  expect(follower.response.headers['content-type']).toMatch(/^text\/event-stream/);
  await sandbox.get('/institutions/me/users');
  await sandbox.get('/institutions/me/credentials').set('Emulator-Scenario', 'server-error');
  await expect.poll(follower.events).toMatchObject([
    { id: '2', event: 'exchange', data: { id: 2, operation: 'getUsers', status: 200 } },
    { id: '3', event: 'exchange', data: { id: 3, operation: 'getCredentials', status: 500 } },
  ]);
  follower.leave();
});

test('a follower receives exchanges without tokens', async () => {
  const sandbox = await controlled.open();
  const follower = await follow(sandbox, '?from=1');
  await sandbox.get('/institutions/me/users');
  await expect.poll(follower.numbers).toEqual([1, 2]);
  expect(JSON.stringify(follower.events())).not.toContain(sandbox.token);
  follower.leave();
});

test.each([
  [1, [1, 2, 3, 4]],
  [3, [3, 4]],
  [9, [4]],
])('a follower from exchange %i receives %j', async (from, numbers) => {
  const sandbox = await controlled.open();
  for (let call = 0; call < 2; call++) await sandbox.get('/institutions/me/users');
  const follower = await follow(sandbox, `?from=${from}`);
  await sandbox.get('/institutions/me/users');
  await expect.poll(follower.numbers).toEqual(numbers);
  follower.leave();
});

/** A follower that had a stream before, up to an event with this ID. */
const followAgain = (sandbox: TestSandbox, id: string, query = ''): Promise<Follower> =>
  follow(sandbox, query, controlled, { 'Last-Event-ID': id });

test.each(['', '?from=1'])(
  'a follower%s that comes again with Last-Event-ID receives what came since',
  async (query) => {
    const sandbox = await controlled.open();
    for (let call = 0; call < 2; call++) await sandbox.get('/institutions/me/users');
    const follower = await followAgain(sandbox, '2', query);
    await sandbox.get('/institutions/me/users');
    await expect.poll(follower.numbers).toEqual([3, 4]);
    expect(follower.text()).not.toContain('event: gap');
    follower.leave();
  },
);

test('a follower that lost the stream before the first exchange comes again with the ID of the first event', async () => {
  const sandbox = await controlled.open();
  const before = await follow(sandbox);
  await expect.poll(before.text).toContain('event: journal');
  before.leave();
  await sandbox.get('/institutions/me/users');
  const follower = await followAgain(sandbox, /^id: (.*)$/m.exec(before.text())![1]!);
  await expect.poll(follower.numbers).toEqual([2]);
  follower.leave();
});

test('a follower that comes again after a message that HTTP refused receives what came since', async () => {
  const own = await untilEnd(startControlledEmulator());
  const { port, hostname } = new URL(own.emulator.url);
  for (let message = 0; message < 2; message++)
    await once(connect(Number(port), hostname).end('hello\r\n').resume(), 'close');
  const follower = await follow({ id: 'default' }, '', own, { 'Last-Event-ID': '0.001' });
  await expect.poll(follower.numbers).toEqual([0.002]);
  expect(follower.text()).not.toMatch(/event: (?:gap|clear)/);
});

test('a follower that comes again learns first how many of the exchanges since then the journal no longer has', async () => {
  const sandbox = await controlled.open();
  for (let call = 0; call < 3; call++) await sandbox.get('/institutions/me/users');
  await sandbox.done('delete', '/journal');
  for (let call = 0; call < 2; call++) await sandbox.get('/institutions/me/users');
  const follower = await followAgain(sandbox, '2');
  await expect.poll(follower.numbers).toEqual([5, 6]);
  expect(follower.missed()).toEqual([3, 4]);
  expect(follower.text().indexOf('event: gap')).toBeLessThan(follower.text().indexOf('event: exchange'));
  follower.leave();
});

test('a follower that comes again after a reset starts over', async () => {
  const sandbox = await controlled.open();
  await sandbox.done('post', '/reset');
  await sandbox.get('/institutions/me/users');
  const follower = await followAgain(sandbox, '9');
  await expect.poll(follower.numbers).toEqual([1]);
  expect(follower.text().indexOf('event: clear')).toBeLessThan(follower.text().indexOf('event: exchange'));
  follower.leave();
});

test('a follower that comes again learns the end of an exchange that it had without', async () => {
  const sandbox = await controlled.open();
  const slow = sandbox.get('/institutions/me/users').set('Emulator-Scenario', 'slow-body;delay="300ms"').then();
  const before = await follow(sandbox, '?from=2');
  await expect.poll(before.numbers).toEqual([2]);
  before.leave();
  await slow;
  const follower = await followAgain(sandbox, '2');
  await expect.poll(follower.text).toMatch(/event: end\ndata: \{"id":2,"duration"/);
  expect(follower.numbers()).toEqual([]);
  follower.leave();
});

test.each(['-1', 'x', '1.', ''])('a Last-Event-ID of another server, %j, is none', async (id) => {
  const sandbox = await controlled.open();
  const follower = await followAgain(sandbox, id, '?from=1');
  await expect.poll(follower.numbers).toEqual([1]);
  follower.leave();
});

test('several followers receive the same, also after one of them leaves', async () => {
  const sandbox = await controlled.open();
  const followers = await Promise.all([follow(sandbox), follow(sandbox), follow(sandbox)]);
  await sandbox.get('/institutions/me/users');
  for (const { numbers } of followers) await expect.poll(numbers).toEqual([2]);
  followers[0].leave();
  await sandbox.get('/institutions/me/users');
  for (const { numbers } of followers.slice(1)) await expect.poll(numbers).toEqual([2, 3]);
  for (const { leave } of followers) leave();
});

test('a follower receives only exchanges of its sandbox', async () => {
  const [one, other] = [await controlled.open(), await controlled.open()];
  const follower = await follow(one);
  await other.get('/institutions/me/users');
  await one.get('/institutions/me/credentials');
  await expect.poll(follower.events).toMatchObject([{ data: { operation: 'getCredentials' } }]);
  follower.leave();
});

test('a stream continues after the journal is cleared or the sandbox is reset', async () => {
  const sandbox = await controlled.open();
  const follower = await follow(sandbox);
  await sandbox.get('/institutions/me/users');
  await sandbox.done('delete', '/journal');
  await sandbox.get('/institutions/me/users');
  await sandbox.done('post', '/reset');
  await sandbox.get('/institutions/me/users');
  await expect.poll(follower.numbers).toEqual([2, 3, 1]);
  follower.leave();
});

test('a stream continues after a state is imported', async () => {
  const sandbox = await controlled.open();
  const state = await sandbox.done('get', '/state');
  const follower = await follow(sandbox);
  await sandbox.done('put', '/state', state);
  await sandbox.get('/institutions/me/users');
  await expect.poll(follower.numbers).toEqual([2]);
  follower.leave();
});

test('the stream ends when the sandbox is removed', async () => {
  const sandbox = await controlled.open();
  const follower = await follow(sandbox);
  await sandbox.done('delete', '');
  expect(await follower.ended).toBe('end');
});

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

test('a closing emulator ends the streams without waiting for followers', async () => {
  const own = await startControlledEmulator({ population: 0 });
  const followers = await Promise.all([follow({ id: 'default' }, '', own), follow({ id: 'default' }, '', own)]);
  await own.close();
  expect(await Promise.all(followers.map(({ ended }) => ended))).toEqual(['end', 'end']);
});

test('an emulator without a journal still has streams', async () => {
  const own = await startControlledEmulator({ population: 0, journalSize: 0 });
  const sandbox = await own.sandbox('default');
  const follower = await follow(sandbox, '?from=1', own);
  await sandbox.get('/institutions/me/users');
  await expect.poll(follower.numbers).toEqual([2]);
  await own.close();
});

test('HEAD of a stream has no body', async () => {
  const { control } = await controlled.open();
  const response = await control('head', '/journal/stream');
  expect([response.status, response.type, response.text]).toEqual([200, 'text/event-stream', undefined]);
});
