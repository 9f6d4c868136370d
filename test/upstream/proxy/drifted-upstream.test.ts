/** Violations of the contract by the service are reported in the journal and to the program; in headers, if they can be. */

import { expect, test } from 'vitest';
import { parseDiagnostics } from '../../../src/pact/provider/gateway.js';
import { journalOf, startProxied, type UpstreamResponse } from './proxied.js';

interface Items {
  items: Record<string, unknown>[];
}

const DRIFTS: readonly (readonly [
  name: string,
  alter: (response: UpstreamResponse) => void,
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
    'an unknown value of an enumeration',
    ({ body }) => {
      (body as Items).items[1]!['kycStatus'] = 'PERHAPS';
    },
    ['response', 'body', 'items', '1', 'kycStatus'],
    'enum',
  ],
  [
    'a status that the contract does not have',
    (response) => {
      response.status = 202;
    },
    ['response'],
    'contract',
  ],
  [
    'another media type',
    (response) => {
      response.headers['Content-Type'] = 'text/html';
      response.body = '<p>Hello</p>';
    },
    ['response', 'header'],
    'contract',
  ],
];

test.each(DRIFTS)('%s is reported', async (_, alter, location, code) => {
  await using proxied = await startProxied({ alter });
  const response = await proxied.get('/institutions/me/users?limit=3');
  const reported = proxied.reported.at(-1)!;
  expect(reported.violations).toContainEqual(expect.objectContaining({ location, code, severity: 'Error' }));
  const journaled = (await journalOf(proxied.proxy)).at(-1)!;
  expect(journaled.diagnostics).toHaveLength(reported.violations.length);
  expect((response.headers as Record<string, string>)['emulator-exchange']).toBe(String(journaled.id));
});

test.each(DRIFTS)('with --errors, %s is reported in headers', async (_, alter) => {
  await using proxied = await startProxied({ alter, proxy: { errors: true } });
  const response = await proxied.get('/institutions/me/users?limit=3');
  const { violations, notes } = proxied.reported.at(-1)!;
  const headers = response.headers as Record<string, string>;
  expect(JSON.parse(headers['sl-violations']!)).toEqual(violations);
  expect(parseDiagnostics(headers)).toHaveLength(violations.length + notes.length);
});

test('a body that is not valid JSON is reported and passed on unchanged', async () => {
  await using proxied = await startProxied({
    alter: (response) => {
      response.body = '{"items":[';
    },
  });
  const response = await fetch(`${proxied.proxy.apiUrl}/institutions/me/users`, {
    headers: { Authorization: `Bearer ${proxied.token}` },
  });
  expect(await response.text()).toBe('{"items":[');
  expect(proxied.reported.at(-1)!.violations).toMatchObject([{ location: ['response', 'body'], code: 'json' }]);
});

test('a hundred violations do not make the headers too large', async () => {
  await using proxied = await startProxied({
    proxy: { errors: true },
    alter: ({ body }) => {
      for (const item of (body as Items).items) item['reqStatus'] = 'PERHAPS';
    },
  });
  const response = await proxied.get('/institutions/me/users?limit=100');
  expect(response.status).toBe(502);
  expect(proxied.reported.at(-1)!.violations.length).toBeGreaterThanOrEqual(100);
  const shown = JSON.parse((response.headers as Record<string, string>)['sl-violations']!) as unknown[];
  expect(shown.length).toBeGreaterThan(0);
  expect((await journalOf(proxied.proxy)).at(-1)!.diagnostics.length).toBeGreaterThanOrEqual(100);
});
