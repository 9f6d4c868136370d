/** A service that departs from the contract is told of: in headers, in the journal, and to the program. */

import { expect, test } from 'vitest';
import { parseDiagnostics } from '../../src/verification/run/verifier-proxy.js';
import { startProxied, type UpstreamAnswer } from './proxied.js';

interface Items {
  items: Record<string, unknown>[];
}

const DRIFTS: readonly (readonly [
  name: string,
  alter: (answer: UpstreamAnswer) => void,
  location: readonly string[],
  code: string,
])[] = [
  [
    'a missing member',
    ({ body }) => {
      delete (body as Record<string, unknown>)['pagination'];
    },
    ['response', 'body'],
    'required',
  ],
  [
    'a missing member of an item',
    ({ body }) => {
      delete (body as Items).items[0]!['reqStatus'];
    },
    ['response', 'body', 'items', '0'],
    'required',
  ],
  [
    'a wrong type',
    ({ body }) => {
      (body as Items).items[0]!['id'] = 'seven';
    },
    ['response', 'body', 'items', '0', 'id'],
    'type',
  ],
  [
    'an unknown word of an enumeration',
    ({ body }) => {
      (body as Items).items[1]!['kycStatus'] = 'PERHAPS';
    },
    ['response', 'body', 'items', '1', 'kycStatus'],
    'enum',
  ],
  [
    'a status that the contract has not',
    (answer) => {
      answer.status = 202;
    },
    ['response'],
    'contract',
  ],
  [
    'another media type',
    (answer) => {
      answer.headers['Content-Type'] = 'text/html';
      answer.body = '<p>Hello</p>';
    },
    ['response'],
    'contract',
  ],
];

test.each(DRIFTS)('%s is told of', async (_, alter, location, code) => {
  await using proxied = await startProxied({ alter });
  const answer = await proxied.get('/institutions/me/users?limit=3');
  const told = proxied.told.at(-1)!;
  expect(told.violations).toContainEqual(expect.objectContaining({ location, code, severity: 'Error' }));
  const headers = answer.headers as Record<string, string>;
  expect(JSON.parse(headers['sl-violations']!)).toEqual(told.violations);
  const diagnostics = parseDiagnostics(headers);
  expect(diagnostics).toHaveLength(told.violations.length);
  const journaled = proxied.proxy.exchanges().at(-1)!;
  expect(journaled.diagnostics).toEqual(diagnostics);
  expect(headers['emulator-exchange']).toBe(String(journaled.id));
});

test('a body that is no JSON is told of, and passed on as it is', async () => {
  await using proxied = await startProxied({
    alter: (answer) => {
      answer.body = '{"items":[';
    },
  });
  const answer = await fetch(`${proxied.proxy.apiUrl}/institutions/me/users`, {
    headers: { Authorization: `Bearer ${proxied.token}` },
  });
  expect(await answer.text()).toBe('{"items":[');
  expect(proxied.told.at(-1)!.violations).toMatchObject([{ location: ['response', 'body'], code: 'json' }]);
});

test('with --errors, an answer that violates the contract is withheld', async () => {
  await using proxied = await startProxied({ alter: DRIFTS[2]![1], proxy: { errors: true } });
  const answer = await proxied.get('/institutions/me/users?limit=3');
  expect(answer.status).toBe(502);
  expect(answer.type).toBe('application/problem+json');
  expect(answer.body).toMatchObject({
    status: 502,
    title: 'Response not valid',
    validation: [{ location: ['response', 'body', 'items', '0', 'id'] }],
  });
});

test('with --errors, a request that violates the contract is not passed on', async () => {
  await using proxied = await startProxied({ proxy: { errors: true } });
  const before = proxied.emulator.defaultSandbox.journal.exchanges().length;
  const answer = await proxied.get('/institutions/me/users?limit=many');
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ status: 422, validation: [{ location: ['request', 'query', 'limit'] }] });
  expect(proxied.emulator.defaultSandbox.journal.exchanges()).toHaveLength(before);
});

test('with --errors, what is right comes through', async () => {
  await using proxied = await startProxied({ proxy: { errors: true } });
  expect((await proxied.get('/institutions/me/users')).status).toBe(200);
});

test('a hundred violations do not make the headers too large', async () => {
  await using proxied = await startProxied({
    alter: ({ body }) => {
      for (const item of (body as Items).items) item['reqStatus'] = 'PERHAPS';
    },
  });
  const answer = await proxied.get('/institutions/me/users?limit=100');
  expect(answer.status).toBe(200);
  expect(proxied.told.at(-1)!.violations.length).toBeGreaterThanOrEqual(100);
  const shown = JSON.parse((answer.headers as Record<string, string>)['sl-violations']!) as unknown[];
  expect(shown.length).toBeGreaterThan(0);
  expect(proxied.proxy.exchanges().at(-1)!.diagnostics.length).toBeGreaterThanOrEqual(100);
});
