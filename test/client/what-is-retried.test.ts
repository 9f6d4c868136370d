/** The README's table "What is retried", row by row. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.js';
import { startBroken, type Reply } from './broken-service.js';

const README = readFileSync(join(PROJECT, 'src/client/README.md'), 'utf8');
const TABLE = /## What is retried\n\n(?<table>(?:\|.*\n)+)/.exec(README)!.groups!['table']!;

const WAIT = { 'Retry-After': '0' };
const CUT: Reply = { headers: { 'Content-Length': '99', Connection: 'close' }, body: '{"items":[' };

interface Row {
  /** Words of the README's row. */
  readonly row: string;
  readonly replies: readonly (readonly [name: string, reply: Reply])[];
  readonly get: boolean;
  readonly post: boolean;
  readonly retryPost: boolean;
}

const always = { get: true, post: true, retryPost: true };
const ifHarmless = { get: true, post: false, retryPost: true };
const never = { get: false, post: false, retryPost: false };

const ROWS: readonly Row[] = [
  {
    row: '| 429 |',
    replies: [
      ['429', { status: 429, headers: WAIT }],
      ['429 alone', { status: 429 }],
    ],
    ...always,
  },
  { row: '| 503 with `Retry-After` |', replies: [['503', { status: 503, headers: WAIT }]], ...always },
  {
    row: '| 408, 500, 502, 504, 503 without `Retry-After`, a broken connection or truncated body |',
    replies: [
      ...[408, 500, 502, 503, 504].map((status) => [`${status}`, { status }] as const),
      ['a truncated body', CUT],
    ],
    ...ifHarmless,
  },
  { row: '| 401 |', replies: [['401', { status: 401 }]], ...always },
  {
    row: '| any other 403, a certificate that is not trusted, anything else |',
    replies: [400, 403, 404, 409, 501].map((status) => [`${status}`, { status }] as const),
    ...never,
  },
];

const CASES = ROWS.flatMap(({ row, replies, ...retried }) =>
  replies.flatMap(([what, reply]) =>
    (['get', 'post', 'retryPost'] as const).map((method) => ({ row, what, reply, method, isRetried: retried[method] })),
  ),
);

test.concurrent.each(CASES)('$what to $method: retried is $isRetried', async ({ row, reply, method, isRetried }) => {
  expect(TABLE).toContain(row);
  const success = { body: { items: [], verificationUrl: 'u', token: 't' } };
  await using service = await startBroken(({ nth }) => (nth === 1 ? reply : success), { maxRetryDelay: 50 });
  const { connection } = service;
  const call =
    method === 'get'
      ? connection.getUsers()
      : connection.generateVerificationLink({ contractId: '00' }, { retryPost: method === 'retryPost' });
  await call.catch(() => undefined);
  expect(service.received.filter((path) => path !== 'token')).toHaveLength(isRetried ? 2 : 1);
});

test.concurrent.each(CASES.filter(({ method, what }) => method === 'get' && !/40[139]/.test(what)))(
  'the token request after $what: retried is $isRetried',
  async ({ reply, isRetried }) => {
    const token = { body: { access_token: 'a', expires_in: 60 } };
    await using service = await startBroken(() => ({}), {
      issue: ({ nth }) => (nth === 1 ? reply : token),
      maxRetryDelay: 50,
    });
    await service.connection.getUsers().catch(() => undefined);
    expect(service.count('token')).toBe(isRetried ? 2 : 1);
  },
);
