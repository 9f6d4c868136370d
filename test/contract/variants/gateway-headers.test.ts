/** What a gateway adds to responses: compression and request IDs. Read as raw bytes, because `fetch` decodes. */

import { allAtOnce } from '../../../src/common/steps.js';
import { request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../../src/index.js';
import { tokenOf } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const NOW = '2026-01-31T09:00:00Z';
const GZIP = { variants: { compression: 'gzip' } } as const;
const REQUEST_ID = { variants: { 'request-id': 'x-request-id' } } as const;

const plain = await untilEnd(startEmulator({ now: NOW }));
const compressing = await untilEnd(startEmulator({ now: NOW, ...GZIP }));

interface RawResponse {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

async function usersOf(
  emulator: Emulator,
  headers: Readonly<Record<string, string>> = { 'Accept-Encoding': 'gzip' },
  method = 'GET',
): Promise<RawResponse> {
  const authorization = `Bearer ${await tokenOf(emulator)}`;
  return await new Promise((resolve, reject) => {
    request(
      `${emulator.apiUrl}/institutions/me/users?limit=20`,
      { method, headers: { authorization, ...headers } },
      (response) => {
        buffer(response).then((bytes) => {
          resolve({ headers: response.headers, bytes });
        }, reject);
      },
    )
      .on('error', reject)
      .end();
  });
}

test('Accept-Encoding: gzip is answered with the same body in gzip', async () => {
  const [one, other] = [await usersOf(plain), await usersOf(compressing)];
  expect(one.headers).not.toHaveProperty('content-encoding');
  expect(other.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(other.headers['content-length']).toBe(String(other.bytes.length));
  expect(other.bytes.length).toBeLessThan(one.bytes.length / 2);
  expect(gunzipSync(other.bytes)).toEqual(one.bytes);
});

test('a scenario asks for gzip', async () => {
  const headers = { 'Accept-Encoding': 'gzip', 'Emulator-Scenario': 'variant;compression=gzip' };
  const { bytes } = await usersOf(plain, headers);
  expect(gunzipSync(bytes)).toEqual((await usersOf(plain)).bytes);
});

test('equal requests get equal bytes in gzip', async () => {
  const [one, other] = [await usersOf(compressing), await usersOf(compressing)];
  expect(one.bytes.equals(other.bytes)).toBe(true);
  // Nothing in it names the time or the system.
  expect([...one.bytes.subarray(4, 8), one.bytes[9]]).toEqual([0, 0, 0, 0, 255]);
});

test.each([
  ['gzip', true],
  ['GZIP;q=0.5, br', true],
  ['deflate, *', true],
  ['gzip;q=0', false],
  ['gzip;q=0, *', false],
  ['br, deflate', false],
  ['identity', false],
  ['', false],
])('a request that accepts %j gets gzip: %s', async (accepted, isGzip) => {
  const { headers, bytes } = await usersOf(compressing, { 'Accept-Encoding': accepted });
  expect(headers['content-encoding']).toBe(isGzip ? 'gzip' : undefined);
  expect(headers['vary']).toBe('Accept-Encoding');
  expect((JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString()) as { items: unknown[] }).items).toHaveLength(20);
});

test('HEAD has the headers of the compressed response and no body', async () => {
  const { headers, bytes } = await usersOf(compressing, { 'Accept-Encoding': 'gzip' }, 'HEAD');
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': (await usersOf(compressing)).headers['content-length'],
  });
  expect(bytes).toHaveLength(0);
});

test('the journal has the text of a compressed response', async () => {
  const { headers } = await usersOf(compressing);
  const { response } = allAtOnce(compressing.defaultSandbox.journal.exchange(Number(headers['emulator-exchange'])));
  expect(response.body).toMatchObject({ text: expect.stringContaining('"totalCount"') as string });
});

test('a scenario that sends slowly sends the compressed bytes', async () => {
  const headers = { 'Accept-Encoding': 'gzip', 'Emulator-Scenario': 'drip;bytes=400;every="1ms"' };
  expect(gunzipSync((await usersOf(compressing, headers)).bytes)).toEqual((await usersOf(plain)).bytes);
});

test('responses have a request ID that is the same in every run, and different for each request', async () => {
  const options: EmulatorOptions = { now: NOW, ...REQUEST_ID };
  await using one = await startEmulator(options);
  await using other = await startEmulator(options);
  const ids: unknown[] = [];
  for (const emulator of [one, other, one]) ids.push((await usersOf(emulator)).headers['x-request-id']);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('the request ID of a request is repeated if it is plain', async () => {
  await using emulator = await startEmulator({ now: NOW, ...REQUEST_ID });
  const id = async (given: string) => (await usersOf(emulator, { 'X-Request-Id': given })).headers['x-request-id'];
  expect(await id('order-17/a')).toBe('order-17/a');
  expect(await id('with blanks')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await id('x'.repeat(201))).toMatch(/^[0-9a-f-]{36}$/);
});
