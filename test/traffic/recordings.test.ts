/** What recordings hold is read whatever wrote them, and what they do not hold is absent. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { readTraffic } from '../../src/traffic/read-traffic.js';
import type { LeftOut, Place, RecordedExchange } from '../../src/traffic/recorded-exchange.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { tokenOf } from '../institution.js';

const USERS = 'https://api.acme.test/api/v1/institutions/me/users';

const REQUEST = { method: 'GET', url: USERS, httpVersion: 'HTTP/1.1', headers: [], queryString: [] };
const RESPONSE = {
  status: 200,
  statusText: 'OK',
  httpVersion: 'HTTP/1.1',
  headers: [{ name: 'Date', value: 'Sun, 29 Nov 2026 10:00:00 GMT' }],
  content: { size: 2, mimeType: 'application/json', text: '{}' },
};

/** Members of an entry take the place of these. */
function entry(members: object = {}): object {
  return { startedDateTime: '2026-11-29T10:00:00.000Z', time: 30, request: REQUEST, response: RESPONSE, ...members };
}

async function read(...documents: unknown[]): Promise<(readonly [Place, RecordedExchange | LeftOut])[]> {
  const names = documents.map((_, at) => `${at}.har`);
  const texts = documents.map((document) => JSON.stringify(document));
  await using folder = await temporaryFolder(Object.fromEntries(names.map((name, at) => [name, texts[at]!])));
  const found: (readonly [Place, RecordedExchange | LeftOut])[] = [];
  for await (const one of readTraffic(names.map((name) => join(folder.path, name)))) found.push(one);
  return found;
}

function har(...entries: readonly object[]): object {
  return { log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } };
}

test.each([
  [
    'Chrome',
    { connection: '4711', timings: { blocked: 5, dns: 1, ssl: 2, connect: 4, send: 1, wait: 20, receive: 3 } },
    { sent: 11, ended: 34, connection: '4711', httpVersion: 'HTTP/1.1' },
  ],
  [
    'Firefox over HTTP/2',
    {
      request: { ...REQUEST, httpVersion: 'HTTP/2' },
      timings: { blocked: -1, dns: 0, connect: 0, send: 0, wait: 7, receive: 0 },
    },
    { sent: 0, ended: 7, httpVersion: 'HTTP/2' },
  ],
  [
    'mitmproxy',
    { timings: { connect: 10, ssl: 6, send: 2, receive: 1, wait: 9 }, serverIPAddress: '192.0.2.1' },
    { sent: 12, ended: 22, httpVersion: 'HTTP/1.1' },
  ],
  [
    'Charles',
    {
      startedDateTime: '2026-11-29T11:00:00+01:00',
      timings: { dns: -1, connect: -1, ssl: -1, send: 0, wait: 25, receive: 5 },
      connection: '',
    },
    { sent: 0, ended: 30, httpVersion: 'HTTP/1.1' },
  ],
  ['a tool without timings', {}, { sent: 0, ended: 30, httpVersion: 'HTTP/1.1' }],
  ['a tool without times', { startedDateTime: undefined, request: { ...REQUEST, httpVersion: '' } }, {}],
])('a recording of %s has what it holds, and nothing else', async (_tool, members, expected) => {
  const [[, exchange]] = (await read(har(entry(members)))) as [[Place, RecordedExchange]];

  const { sent, ended, connection, httpVersion } = exchange;
  const start = Date.parse('2026-11-29T10:00:00Z');
  const times = {
    ...(sent !== undefined && { sent: sent - start }),
    ...(ended !== undefined && { ended: ended - start }),
  };
  expect({ ...times, ...(connection && { connection }), ...(httpVersion && { httpVersion }) }).toEqual(expected);
  expect(exchange.requestHeaders).toEqual({});
});

test('exchanges of several files come in the order of time', async () => {
  const at = (second: number): object => entry({ startedDateTime: `2026-11-29T10:00:0${second}.000Z` });

  const found = await read(har(at(1), at(4), at(3)), har(at(2), at(5)));

  expect(found.map(([{ file, entry: number }]) => [file, number])).toEqual([
    [1, 1],
    [2, 1],
    [1, 3],
    [1, 2],
    [2, 2],
  ]);
});

test('equal exchanges of one file are several, those of another file are the same again', async () => {
  const four = har(entry(), entry(), entry(), entry());

  expect((await read(four)).map(([, exchange]) => (exchange as RecordedExchange).leftOut)).toEqual(
    Array(4).fill(undefined),
  );

  const both = await read(four, har(entry(), entry({ time: 31 })));
  const duplicates = both.filter(([, exchange]) => (exchange as RecordedExchange).leftOut === 'duplicate');
  expect(duplicates.map(([{ file }]) => file)).toEqual([2, 2]);
});

test('an aborted entry keeps what was sent', async () => {
  const [[, exchange]] = (await read(har(entry({ response: { status: 0, headers: [], content: {} } })))) as [
    [Place, RecordedExchange],
  ];

  expect(exchange).toMatchObject({ leftOut: 'aborted', method: 'GET', url: USERS });
});

test('a bundle and the journal of an emulator have the same exchanges, with their times', async () => {
  await using emulator = await startEmulator({ population: 0 });
  using sandbox = emulator.sandbox();
  await tokenOf(sandbox);
  await tokenOf(sandbox);
  const bundle = sandbox.bundle();
  const exchanges = sandbox.requests();

  const [ofBundle, ofJournal, ofList] = await Promise.all([read(bundle), read(exchanges), read({ exchanges })]);

  expect(ofBundle.map(([, exchange]) => exchange)).toEqual(ofJournal.map(([, exchange]) => exchange));
  expect(ofList).toEqual(ofJournal);
  expect(ofJournal).toHaveLength(2);
  expect(ofJournal[0]![1]).toMatchObject({
    sent: expect.any(Number) as number,
    connection: expect.any(String) as string,
  });
});
