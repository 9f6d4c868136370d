/** Files of traffic are read as exporters write them, and what cannot be looked at is counted. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../src/index.js';
import { type Entry, evidenceOf, harOf, Recorder } from '../upstream/evidence/recorded-traffic.js';

let emulator: Emulator;
let entries: readonly Entry[];

beforeAll(async () => {
  emulator = await startEmulator({ population: 20 });
  const recorder = new Recorder(emulator);
  await recorder.login();
  await recorder.get('/institutions/me/users?limit=100');
  await recorder.get('/institutions/me/users?limit=101');
  await recorder.send(`${emulator.apiUrl}/institutions/me/users`);
  entries = recorder.entries;
});

afterAll(() => emulator.close());

/** A copy of one of the exchanges, changed. */
function entry(at: number, change: (entry: Entry) => void): Entry {
  const copy = structuredClone(entries[at]!);
  change(copy);
  return copy;
}

test('traffic confirms what it shows, with the number and the first exchange', async () => {
  const { points, read } = await evidenceOf(emulator.apiUrl, harOf(entries));
  expect(read.exchanges).toBe(4);
  expect(points['UsersLimit:maximum']).toMatchObject({
    verdict: 'as-guessed',
    count: 1,
    first: { file: 1, entry: 2 },
  });
  expect(points['Unauthorized:when']!.observed).toEqual(['a missing token: 401 (1 time)']);
});

test('a status of a variant names the variant and the option', async () => {
  const changed = entry(3, ({ response }) => {
    response.status = 403;
  });
  const { points, options } = await evidenceOf(emulator.apiUrl, harOf([entries[2], changed]));
  expect(points['Unauthorized:when']).toMatchObject({ verdict: 'otherwise', variant: 'unauthenticated=403' });
  expect(options).toEqual(['--variant', 'unauthenticated=403']);
});

test('what is left out is counted by reason', async () => {
  const all = [
    entries[1],
    entry(1, ({ request }) => {
      request.url = 'https://other.example/api/v1/institutions/me/users';
    }),
    entry(1, ({ response }) => {
      response.status = 0;
    }),
    entry(1, (one) => {
      one['_fromCache'] = 'disk';
    }),
    entry(1, ({ response: { content } }) => {
      content.text = content.text!.slice(0, 50);
    }),
    entry(1, ({ response: { content } }) => {
      delete content.text;
    }),
    { request: 'nothing' },
  ];
  const { read } = await evidenceOf(emulator.apiUrl, harOf(all), harOf([entries[1]]));
  expect(read).toEqual({
    exchanges: 2,
    withoutBody: 1,
    leftOut: { foreign: 1, duplicate: 1, aborted: 1, cached: 1, cut: 1, unreadable: 1 },
  });
});

test('an entry that has only a member of the emulator, and no headers, is read', async () => {
  const bare = entry(1, (one) => {
    Object.assign(one, { _received: 5, request: { method: 'GET', url: one.request.url }, response: { status: 200 } });
  });
  const { read } = await evidenceOf(emulator.apiUrl, harOf([bare]));
  expect(read.exchanges).toBe(1);
});

test('a number in the place of the text of a body in a journal is read', async () => {
  const message = { headers: [], body: { text: 5 } };
  const plain = { method: 'GET', path: '/api/v1/institutions/me/users', query: '', status: 200 };
  const { read } = await evidenceOf(
    emulator.apiUrl,
    JSON.stringify([{ ...plain, request: message, response: message }]),
  );
  expect(read.exchanges).toBe(1);
});

test('what belongs to another host is foreign, whatever its flaws', async () => {
  const all = [
    entry(1, ({ response }) => {
      response.content.text = response.content.text!.slice(0, 50);
    }),
    entry(1, ({ response }) => {
      response.status = 0;
    }),
    entry(1, (one) => {
      one['_fromCache'] = 'disk';
    }),
  ];
  for (const { request } of all) request.url = 'https://other.example/api/v1/institutions/me/users';
  const { read } = await evidenceOf(emulator.apiUrl, harOf(all));
  expect(read.leftOut).toMatchObject({ foreign: 3, aborted: 0, cached: 0, cut: 0 });
});

test('base64 and byte order marks are read, and UTF-16 is refused by name', async () => {
  const encoded = entry(1, ({ response: { content } }) => {
    content.text = Buffer.from(content.text!).toString('base64');
    content.encoding = 'base64';
  });
  const { points } = await evidenceOf(emulator.apiUrl, `\u{FEFF}${harOf([encoded])}`);
  expect(points['UsersLimit:maximum']!.first).toEqual({ file: 1, entry: 1 });
  const utf16 = Buffer.from(`\u{FEFF}${harOf([entries[2]])}`, 'utf16le');
  await expect(evidenceOf(emulator.apiUrl, harOf([encoded]), utf16)).rejects.toThrow(/: the file is in UTF-16,/);
});

test('a file that ends too early is read up to there', async () => {
  const text = harOf(entries);
  const { read } = await evidenceOf(emulator.apiUrl, text.slice(0, -20));
  expect(read.exchanges).toBe(3);
  expect(read.leftOut.cut).toBe(1);
});

test('a file of another form is refused by its path', async () => {
  await expect(evidenceOf(emulator.apiUrl, '{"secret": "Ben"}')).rejects.toThrow(
    /: expected a HAR 1\.2 file, a bundle or a journal, found none of them$/,
  );
});

test('behaviour that changed has no variant, and a time', async () => {
  const later = entry(3, (one) => {
    one.startedDateTime = '2026-01-01T00:00:00.000Z';
    one.response.status = 403;
  });
  const { points, options } = await evidenceOf(
    emulator.apiUrl,
    harOf([entries[2], entries[3], entries[3], later, later]),
  );
  expect(points['Unauthorized:when']).toMatchObject({ verdict: 'changed', from: expect.any(String) as string });
  expect(points['Unauthorized:when']).not.toHaveProperty('variant');
  expect(options).toEqual([]);
});

test('a page of a gateway is not the service', async () => {
  const page = entry(3, ({ response }) => {
    Object.assign(response, { status: 502, headers: [{ name: 'Content-Type', value: 'text/html' }] });
    response.content.text = '<h1>Bad Gateway</h1>';
  });
  const { points, surprises } = await evidenceOf(emulator.apiUrl, harOf([page]));
  expect([points, surprises]).toEqual([{}, []]);
});

test('a request whose body an exporter has left out is cut, and says nothing of requests without a body', async () => {
  const unkept = entry(2, ({ request }) => {
    request.method = 'POST';
    request.url = `${emulator.apiUrl}/verification/generate-link`;
    request.headers.push({ name: 'Content-Length', value: '22' });
  });

  const { points, read } = await evidenceOf(emulator.apiUrl, harOf([unkept]));

  expect(read.leftOut.cut).toBe(1);
  expect(points).not.toHaveProperty('service:no-body');
});
