/** What a client of the service does every day. Each library is integrated in the `client.mjs` beside this file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from './client.mjs';

const { env } = process;
const settings = {
  apiUrl: env.ID_EMULATOR_API_URL,
  tokenUrl: env.ID_EMULATOR_TOKEN_URL,
  clientId: env.ID_EMULATOR_CLIENT_ID,
  clientSecret: env.ID_EMULATOR_CLIENT_SECRET,
};
const client = connect(settings);

async function contractIds(limit) {
  const { items } = await client.get('/institutions/me/credentials', { limit });
  return items.map(({ contractId }) => contractId);
}

test('reads users', async () => {
  const { items } = await client.get('/institutions/me/users', { limit: 3 });
  assert.equal(items.length, 3);
});

test('reads all pages of scores', async () => {
  const parties = new Set();
  let total = 1;
  for (let offset = 0; offset < total; offset += 100) {
    const page = await client.get('/institutions/me/human-scores', { limit: 100, offset });
    for (const { partyId } of page.items) parties.add(partyId);
    total = page.pagination.total;
  }
  assert.equal(parties.size, total);
});

test('finds a person', async () => {
  const { credentials } = await client.get('/institutions/me/credentials/resolve', { q: 'benbrook' });
  assert.equal(credentials[0].username, 'benbrook');
});

test('creates a link', async () => {
  const [contractId] = await contractIds(1);
  const { verificationUrl } = await client.post('/verification/generate-link', { contractId });
  assert.match(verificationUrl, /^http/);
});

test('creates links in a batch', async () => {
  const requests = (await contractIds(3)).map((contractId) => ({ contractId }));
  const { results } = await client.post('/verification/generate-links-batch', { requests });
  assert.deepEqual(
    results.map(({ result }) => typeof result.token),
    ['string', 'string', 'string'],
  );
});

test('reads four pages at once, with a new client', async () => {
  const { get } = connect(settings);
  const pages = [0, 2, 4, 6].map((offset) => get('/institutions/me/users', { limit: 2, offset }));
  assert.deepEqual(
    (await Promise.all(pages)).map(({ items }) => items.length),
    [2, 2, 2, 2],
  );
});
