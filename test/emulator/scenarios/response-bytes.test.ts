/** A response has a limit in bytes, beyond which scenarios do not enlarge it. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { tokenOf } from '../../institution.js';

const LIMIT = 50_000;

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ responseBytes: LIMIT, population: 500 });
});

afterAll(() => emulator.close());

async function users(
  scenario: string,
  query = '',
): Promise<{ text: string; diagnostic: string | null; items: number }> {
  using sandbox = emulator.sandbox({ scenario });
  const headers = { Authorization: `Bearer ${await tokenOf(sandbox)}` };
  const response = await fetch(`${sandbox.apiUrl}/institutions/me/users${query}`, { headers });
  expect(response.status).toBe(200);
  const text = await response.text();
  const { items } = JSON.parse(text) as { items: unknown[] };
  return { text, diagnostic: response.headers.get('Emulator-Diagnostic'), items: items.length };
}

test.each([
  ['very-long-values', 'very-long-values'],
  ['huge-page;limit=400', 'huge-page'],
  ['huge-page;limit=100, very-long-values', 'very-long-values'],
  ['very-long-values, huge-page;limit=100', 'very-long-values'],
  ['huge-page;limit=400, very-long-values', 'huge-page'],
])('%s enlarges a response up to the limit, and a diagnostic says so', async (scenario, named) => {
  const { text, diagnostic, items } = await users(scenario);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT);
  expect(Buffer.byteLength(text)).toBeGreaterThan(LIMIT / 2);
  expect(items).toBeGreaterThanOrEqual(10);
  expect(diagnostic).toContain(`${named} stopped enlarging the response, which may have ${LIMIT} bytes`);
});

test('a page that is as large as the client requested stays whole', async () => {
  const { items, diagnostic } = await users('huge-page;limit=400', '?limit=100');
  expect(items).toBeGreaterThanOrEqual(100);
  expect(diagnostic).toContain('huge-page stopped enlarging');
});

test('a response below the limit is enlarged as ever, without a word', async () => {
  const { text, diagnostic } = await users('very-long-values', '?limit=1');
  expect(text).toContain('long long');
  expect(diagnostic).toBeNull();
});
