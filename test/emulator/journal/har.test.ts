import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { harOf, type Har } from '../../../src/emulator/journal/har.js';
import { ownOfEntry } from '../../../src/traffic/own-exchange.js';
import type { Exchange } from '../../../src/emulator/journal/exchange.js';
import { journal } from '../judge/sketch.js';

const ajv = new Ajv({ strict: false });
addFormats.default(ajv);
ajv.addMetaSchema(draft6);
ajv.addSchema(Object.values(createRequire(import.meta.url)('har-schema') as Readonly<Record<string, object>>));

const SOURCE = {
  origin: 'http://127.0.0.1:4010',
  version: '1.2.3',
  sandbox: { id: 'default', oneClient: false },
  redactor: { decoded: (text: string) => text },
};

function archive(exchanges: readonly Exchange[]): Har {
  const har = harOf(exchanges, SOURCE);
  expect(ajv.validate('har.json#', JSON.parse(JSON.stringify(har))), ajv.errorsText()).toBe(true);
  return har;
}

test('an empty journal is a valid archive', () => {
  expect(archive([]).log).toEqual({ version: '1.2', creator: { name: 'id-emulator', version: '1.2.3' }, entries: [] });
});

test('an entry has the request with its query', () => {
  const [entry] = archive(journal({ received: 0, query: 'search=a%20b&limit=5', headers: [['Accept', '*/*']] })).log
    .entries;
  expect(entry?.request).toEqual({
    method: 'GET',
    url: 'http://127.0.0.1:4010/api/v1/institutions/me/users?search=a%20b&limit=5',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [{ name: 'Accept', value: '*/*' }],
    queryString: [
      { name: 'search', value: 'a b' },
      { name: 'limit', value: '5' },
    ],
    headersSize: -1,
    bodySize: 0,
  });
});

test.each([
  ['GET', 'http://example.com/users', 'http://example.com/users'],
  ['CONNECT', 'example.com:1', 'http://example.com:1'],
  ['OPTIONS', '*', 'http://127.0.0.1:4010'],
  ['GET', 'users', 'http://127.0.0.1:4010/users'],
])('the URL of %s %s is its target URI, and the exchange is read back with its target', (method, path, url) => {
  const [entry] = archive(journal({ received: 0, method, path })).log.entries;
  expect(entry?.request.url).toBe(url);
  expect(ownOfEntry({ ...entry })).toMatchObject({ method, path });
});

test('an entry has request and response bodies with their sizes in bytes', () => {
  const [entry] = archive(
    journal({
      received: 0,
      operation: 'createCredentialsRequest',
      status: 400,
      body: '{"é":1}',
      responseBody: '{"ü":2}',
      responseHeaders: [['Content-Type', 'application/json']],
    }),
  ).log.entries;
  expect(entry?.request).toMatchObject({ postData: { mimeType: 'application/json', text: '{"é":1}' }, bodySize: 8 });
  expect(entry?.response).toMatchObject({
    status: 400,
    statusText: 'Bad Request',
    content: { size: 8, mimeType: 'application/json', text: '{"ü":2}' },
    bodySize: 8,
  });
});

test('an entry has the time of the sandbox clock and the duration', () => {
  const [entry] = archive(journal({ received: 10, clock: 60_000, duration: 12.5 })).log.entries;
  expect(entry).toMatchObject({
    startedDateTime: '2026-01-09T08:01:00.000Z',
    time: 12.5,
    timings: { send: 0, wait: 12.5, receive: 0 },
  });
});

test('an exchange without a response yet has the duration 0', () => {
  expect(archive(journal({ received: 0, duration: null })).log.entries[0]?.time).toBe(0);
});

test('members that HAR does not define begin with an underscore', () => {
  const scenarios = [
    { scenario: 'body-cut', selector: 'header', parameters: {}, call: 1, fault: 'connection' },
  ] as const;
  const [entry] = archive(journal({ received: 0, ending: 'cut', scenarios, diagnostics: ['query /x is unknown'] })).log
    .entries;
  expect(entry).toMatchObject({
    _exchange: 1,
    _operation: 'getUsers',
    _ending: 'cut',
    _scenarios: scenarios,
    _diagnostics: ['query /x is unknown'],
  });
});

test('binary bodies are in base64', () => {
  const [exchange] = journal({ received: 0 });
  const bytes = { headers: [], body: { base64: '/wA=' } };
  const [entry] = archive([{ ...exchange!, request: bytes, response: bytes }]).log.entries;
  expect(entry?.request.postData).toEqual({ mimeType: 'x-unknown', text: '/wA=', _encoding: 'base64' });
  expect(entry?.response.content).toEqual({ size: 2, mimeType: 'x-unknown', text: '/wA=', encoding: 'base64' });
});

test('an omitted body has its size', () => {
  const [exchange] = journal({ received: 0 });
  const omitted = { headers: [], body: { omitted: true, bytes: 70_000 } } as const;
  const [entry] = archive([{ ...exchange!, request: omitted, response: omitted }]).log.entries;
  expect(entry?.response).toMatchObject({
    content: { size: 70_000, comment: 'too large to be kept' },
    bodySize: 70_000,
  });
});

test('an entry names its connection, if it is known', () => {
  const entries = archive(journal({ received: 0, on: [7, 0, 1] }, { received: 10, on: null })).log.entries;
  expect(entries.map(({ connection }) => connection)).toEqual(['7', undefined]);
});
