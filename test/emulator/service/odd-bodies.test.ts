/** Bodies that a client hardly means are noted, and refused where the sandbox is strict; all are in the journal. */

import { request as send } from 'node:http';
import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { startInstitution, type Institution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const lenient = await untilEnd(startInstitution({ population: 0 }));
const strict = await untilEnd(startInstitution({ population: 0, strict: true }));

/** `fetch` sends no body in a GET. */
async function exchangeOf(
  { emulator, token }: Institution,
  method: string,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Exchange> {
  await new Promise<void>((resolve, reject) => {
    const options = {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Length': body.length, ...headers },
    };
    send(`${emulator.apiUrl}${path}`, options, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end(body);
  });
  return emulator.defaultSandbox.requests().at(-1)!;
}

const USERS = '/institutions/me/users';
const LINK = '/verification/generate-link';
const { contractId } = cast('Ben').credentials[0]!;
const JSON_TYPE = { 'Content-Type': 'application/json' };

test.each(['GET', 'HEAD'])('a body in a %s is noted and journalled', async (method) => {
  const { status, diagnostics, request } = await exchangeOf(lenient, method, USERS, '{"limit":5}');
  expect([status, diagnostics]).toEqual([
    200,
    [`${method} takes no body here, and the 11 bytes count for nothing (RFC 9110 section 9.3.1)`],
  ]);
  expect(request.body).toEqual({ text: '{"limit":5}' });
});

test('a body in a GET is refused by a strict sandbox', async () => {
  const { status, response } = await exchangeOf(strict, 'GET', USERS, '{"limit":5}');
  expect(status).toBe(400);
  expect(JSON.stringify(response.body)).toContain('nothing, because GET takes no body here, found 11 bytes');
});

test.each([
  ['at the top', `{"contractId":"00","contractId":"${contractId}"}`, LINK],
  ['with an escape', String.raw`{"contract\u0049d":"00","contractId":"${contractId}"}`, LINK],
  ['inside an item', `{"requests":[{"contractId":"00","contractId":"${contractId}"}]}`, `${LINK}s-batch`],
])('a member twice %s is noted, and refused by a strict sandbox', async (_, body, path) => {
  const noted = await exchangeOf(lenient, 'POST', path, body, JSON_TYPE);
  expect([noted.status, noted.diagnostics]).toEqual([
    200,
    ['the body has "contractId" twice, and the last one counts (RFC 8259 section 4)'],
  ]);
  const refused = await exchangeOf(strict, 'POST', path, body, JSON_TYPE);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.response.body)).toContain('expected each member once');
});

test('an unknown member of an item is noted, and refused by a strict sandbox', async () => {
  const body = JSON.stringify({ requests: [{ contractId }, { contractId, note: 'x' }] });
  const noted = await exchangeOf(lenient, 'POST', `${LINK}s-batch`, body, JSON_TYPE);
  const ignored = 'body /requests/1/note is unknown to the contract and was ignored';
  expect([noted.status, noted.diagnostics]).toEqual([200, [ignored]]);
  const refused = await exchangeOf(strict, 'POST', `${LINK}s-batch`, body, JSON_TYPE);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.response.body)).toContain('/requests/1/note');
});

test('equal names in different objects, and texts like members, are no member twice', async () => {
  const body = JSON.stringify({ requests: [{ contractId }, { contractId }], note: '{"requests":1' });
  expect((await exchangeOf(lenient, 'POST', `${LINK}s-batch`, body, JSON_TYPE)).diagnostics).toEqual([
    'body /note is unknown to the contract and was ignored',
  ]);
});

test.each([
  ['another media type', { 'Content-Type': 'text/plain' }, 415],
  ['no media type', {}, 415],
  ['a path that is not there', JSON_TYPE, 404],
])('the journal has the body of a request that is refused for %s', async (_, headers, status) => {
  const path = status === 404 ? '/nowhere' : LINK;
  const exchange = await exchangeOf(lenient, 'POST', path, `{"contractId":"${contractId}"}`, headers);
  expect([exchange.status, exchange.request.body]).toEqual([status, { text: `{"contractId":"${contractId}"}` }]);
});

test('the journal has a token request that is JSON, without its secret', async () => {
  const { emulator } = lenient;
  const { clientId: client_id, clientSecret: client_secret } = emulator;
  await fetch(emulator.tokenUrl, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  const { status, request } = emulator.defaultSandbox.requests().at(-1)!;
  expect([status, JSON.stringify(request.body)]).toEqual([400, expect.stringContaining(client_id)]);
  expect(JSON.stringify(request.body)).not.toContain(client_secret);
});

test('of a body of another media type that is too large, the journal has the size alone', async () => {
  const exchange = await exchangeOf(lenient, 'POST', LINK, 'x'.repeat(1_100_000), { 'Content-Type': 'text/plain' });
  expect([exchange.status, exchange.request.body]).toMatchObject([415, { omitted: true }]);
});

test('a preflight that nothing allows says how to allow it', async () => {
  const { emulator } = lenient;
  const response = await fetch(`${emulator.apiUrl}${USERS}`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'GET' },
  });
  expect(response.status).toBe(405);
  expect(emulator.defaultSandbox.requests().at(-1)!.diagnostics).toEqual([
    'a browser asks whether a web page may call; start the emulator with --cors https://app.example.com',
  ]);
});
