/** Responses that are so long that they are made in several turns, or refused. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { temporaryFolder, type TemporaryFolder } from '../../cli/temporary-folder.js';
import { startInstitution, type Institution } from '../../institution.js';

const USERS = '/institutions/me/users';
const SHOP_PAGE = `name: shop-page
summary: A page.
group: data
basis: a test
recoverable: true
operations: [lists]
fault: { page: { limit: 5001 } }
`;

let institution: Institution;
// A replica that is killed reads it again.
let scenarios: TemporaryFolder;
beforeAll(async () => {
  scenarios = await temporaryFolder({ 'shop-page.yaml': SHOP_PAGE });
  institution = await startInstitution({ population: 900, now: '2026-01-31T09:00:00Z', scenarios: scenarios.path });
});
afterAll(async () => {
  await institution.close();
  await scenarios[Symbol.asyncDispose]();
});

interface Entry {
  readonly refusedByEmulator?: boolean;
  readonly response: { readonly body?: object };
}

async function entryOf({ emulator }: Institution, id: string): Promise<Entry> {
  const response = await fetch(`${emulator.url}/_emulator/sandboxes/default/journal/${id}`);
  return (await response.json()) as Entry;
}

test('a long list is written as its items are one by one, and the journal has the same bytes', async () => {
  const response = await institution.get(USERS).set('Emulator-Scenario', 'huge-page;limit=400').buffer(true);
  expect(response.status).toBe(200);
  expect(response.headers['content-length']).toBe(String(Buffer.byteLength(response.text)));
  const { items, ...others } = response.body as { items: object[]; pagination: { total: number } };
  const pages = await Promise.all(
    [0, 100, 200, 300].map(async (offset) => {
      const page = await institution.get(`${USERS}?limit=100&offset=${offset}`);
      return (page.body as { items: object[] }).items;
    }),
  );
  expect(items).toEqual(pages.flat());
  expect(response.text).toBe(JSON.stringify({ items, ...others }));
  const exchange = await entryOf(institution, response.headers['emulator-exchange']!);
  expect(exchange.response.body).toEqual({ text: response.text });
});

test('requests that come while a long list is made are answered, and each has its number', async () => {
  const long = institution.get(USERS).set('Emulator-Scenario', 'huge-page;limit=800');
  const answers = await Promise.all([long, ...Array.from({ length: 20 }, () => institution.get(`${USERS}?limit=1`))]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ headers }) => headers['emulator-exchange'])).size).toBe(21);
});

test('a selection that asks for more than 8 MiB is refused with the figure, and service goes on', async () => {
  const response = await institution.get(USERS).set('Emulator-Scenario', 'huge-page;limit=900, very-long-values');
  expect(response.status).toBe(400);
  expect(response.headers['content-type']).toBe('application/problem+json');
  const detail = 'The texts of the 900 items would have more than 8 MiB, which is the most; ask for fewer items.';
  expect(response.body).toMatchObject({ title: 'The selection of scenarios is invalid', detail, mistakes: [detail] });
  const exchange = await entryOf(institution, response.headers['emulator-exchange']!);
  expect(exchange.refusedByEmulator).toBe(true);
  const fewer = await institution.get(USERS).set('Emulator-Scenario', 'huge-page;limit=300, very-long-values');
  expect(fewer.status).toBe(200);
});

test('a scenario of your own makes no page of more than 5000 items', async () => {
  const response = await institution.get(USERS).set('Emulator-Scenario', 'shop-page');
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ detail: 'A page of 5001 items was selected; at most 5000 are made.' });
});

test('a folder keeps the exchange of a long list', async () => {
  await using folder = await temporaryFolder();
  const options = { store: folder.path, population: 300 };
  const first = await startInstitution(options);
  const response = await first.get(USERS).set('Emulator-Scenario', 'huge-page;limit=300');
  const id = response.headers['emulator-exchange']!;
  const exchange = await entryOf(first, id);
  await first.close();
  await using emulator = await startEmulator(options, { onWarning: () => undefined });
  expect(exchange.response.body).toEqual({ text: response.text });
  expect(await entryOf({ ...first, emulator }, id)).toEqual(exchange);
});
