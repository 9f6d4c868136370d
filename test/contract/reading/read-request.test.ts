/** What the reading of a request says is what the service does, and what proxy, journal and provider report. */

import { allAtOnce } from '../../../src/common/steps.js';
import { request as send } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawRequest, readRequest, refusalStatus } from '../../../src/contract/reading/read-request.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { type Proxied, startProxied } from '../../upstream/proxy/proxied.js';

let proxied: Proxied;
beforeAll(async () => {
  proxied = await startProxied({ emulator: { population: 0 } });
});
afterAll(() => proxied[Symbol.asyncDispose]());

const USERS = '/api/v1/institutions/me/users';
const LINK = '/api/v1/verification/generate-link';
const TOKEN = '/oauth/token';
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = { 'content-type': 'application/json' };
const LINK_BODY = JSON.stringify({ contractId: cast('Ben').credentials[0]!.contractId });

type Sent = readonly [method: string, target: string, body?: string | Buffer, headers?: Record<string, string>];

/** A request, and the codes of what the reading finds. */
const REQUESTS: readonly (readonly [name: string, codes: readonly string[], sent: Sent])[] = [
  ['a good request', [], ['GET', `${USERS}?limit=5`]],
  ['a HEAD', [], ['HEAD', USERS]],
  ['a wrong value', ['maximum'], ['GET', `${USERS}?limit=500`]],
  ['two wrong values', ['type', 'enum'], ['GET', `${USERS}?offset=1e1&status=NOPE`]],
  ['a repeated parameter', ['repeated'], ['GET', `${USERS}?limit=1&limit=2`]],
  ['a broken query', ['encoding'], ['GET', `${USERS}?search=%ff`]],
  ['an unknown path', ['path'], ['GET', '/api/v1/moon']],
  ['a broken path', ['encoding'], ['GET', `${USERS}/%zz`]],
  ['another method', ['method'], ['DELETE', USERS]],
  ['no token', ['security'], ['GET', USERS, '', { authorization: '' }]],
  ['a flawed header of a token', ['security'], ['GET', USERS, '', { authorization: 'Bearer' }]],
  ['a good body', [], ['POST', LINK, LINK_BODY, JSON_TYPE]],
  ['no body', ['type'], ['POST', LINK]],
  ['another media type', ['media-type'], ['POST', LINK, LINK_BODY, { 'content-type': 'text/plain' }]],
  ['no media type', ['media-type'], ['POST', LINK, LINK_BODY]],
  ['a compressed body', [], ['POST', LINK, gzipSync(LINK_BODY), { ...JSON_TYPE, 'content-encoding': 'gzip' }]],
  [
    'a body that is not compressed',
    ['decompression'],
    ['POST', LINK, 'x', { ...JSON_TYPE, 'content-encoding': 'gzip' }],
  ],
  ['an unknown coding', ['content-coding'], ['POST', LINK, LINK_BODY, { ...JSON_TYPE, 'content-encoding': 'zip' }]],
  [
    'a large body',
    ['too-large'],
    ['POST', LINK, gzipSync(Buffer.alloc(2_000_000)), { ...JSON_TYPE, 'content-encoding': 'gzip' }],
  ],
  ['no JSON', ['json'], ['POST', LINK, '{"contractId":', JSON_TYPE]],
  ['no UTF-8', ['utf-8'], ['POST', LINK, Buffer.from([0x22, 0xff, 0x22]), JSON_TYPE]],
  ['a deep body', ['depth'], ['POST', LINK, '['.repeat(101) + ']'.repeat(101), JSON_TYPE]],
  ['a form in place of JSON', ['media-type'], ['POST', LINK, 'a=b', { 'content-type': FORM }]],
  ['a token request without a form', ['required'], ['POST', TOKEN]],
  ['a token request in JSON', ['media-type'], ['POST', TOKEN, '{}', JSON_TYPE]],
  ['a broken form', ['encoding'], ['POST', TOKEN, 'grant_type=%zz', { 'content-type': FORM }]],
  ['a repeated field', ['repeated'], ['POST', TOKEN, 'grant_type=a&grant_type=a', { 'content-type': FORM }]],
  ['a form in another charset', ['charset'], ['POST', TOKEN, 'a=b', { 'content-type': `${FORM}; charset=utf-16` }]],
];

test.each(REQUESTS)('%s: reading, service, journal and proxy agree', async (_, codes, sent) => {
  const request = rawRequest(sent);
  const { violations } = readRequest(shippedContract(), request);
  expect(codesOf(violations)).toEqual(codes);

  const { emulator, proxy, reported } = proxied;
  const status = await statusOf(emulator.url, request);
  const [first] = violations;
  if (first === undefined) expect(status).toBe(200);
  // RFC 6749 has no 415.
  else expect(status).toBe(request.target === TOKEN ? 400 : refusalStatus(first));

  const exchange = emulator.defaultSandbox.requests().at(-1)!;
  const explained = allAtOnce(emulator.defaultSandbox.journal.exchange(exchange.id));
  const isKept = exchange.request.body === undefined || !('omitted' in exchange.request.body);
  const isSaid = ({ code }: { code: string }): boolean =>
    exchange.operation !== undefined && code !== 'security' && isKept;
  expect(codesOf(explained.violations)).toEqual(codesOf(violations.filter(isSaid)));

  await statusOf(proxy.url, request);
  const ofRequest = reported.at(-1)!.violations.filter(({ location }) => location[0] === 'request');
  expect(codesOf(ofRequest)).toEqual(codes);
});

test('of a body that a recording does not have, nothing is said', () => {
  const request = { ...rawRequest(['POST', LINK, '', JSON_TYPE]), body: undefined };
  expect(readRequest(shippedContract(), request).violations).toEqual([]);
});

function codesOf(violations: readonly { readonly code: string }[]): string[] {
  return violations.map(({ code }) => code);
}

function rawRequest([method, target, body = '', headers = {}]: Sent): RawRequest {
  const all = { authorization: `Bearer ${proxied.token}`, ...headers };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return { method, target, headers: given, body: Buffer.from(body) };
}

/** Sends what `fetch` refuses to send. */
function statusOf(url: string, { method, target, headers, body }: RawRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const length = body!.length === 0 ? {} : { 'content-length': body!.length };
    const options = { hostname, port, method, path: target, headers: { ...headers, ...length } };
    send(options, (response) => response.resume().on('end', () => resolve(response.statusCode!)))
      .on('error', reject)
      .end(body);
  });
}
