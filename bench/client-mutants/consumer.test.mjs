/** A consumer that uses the library's retries, access tokens and paging, and whose tests know the happy path only. */

import assert from 'node:assert/strict';
import { idSdk } from './build/client/index.mjs';

const { ID_EMULATOR_URL: baseUrl, ID_EMULATOR_TOKEN_URL: tokenUrl } = process.env;
const { ID_EMULATOR_CLIENT_ID: clientId, ID_EMULATOR_CLIENT_SECRET: clientSecret } = process.env;

const stored = new Map();
const sent = [];
const connection = await idSdk.connect({
  clientId,
  clientSecret,
  network: 'devnet',
  baseUrl,
  tokenUrl,
  timeout: 20_000,
  tokenCache: { get: (key) => stored.get(key), set: (key, token) => void stored.set(key, token) },
  onRequest: ({ operation }) => void sent.push(operation),
});

/** All users whose name contains the text, each once. */
const users = await listOf(connection.iterateUsers({ search: 'en', pageSize: 25 }));
assert.ok(users.length > 40);
assert.equal(new Set(users.map(({ id }) => id)).size, users.length, 'a user came twice');
assert.ok(sent.includes('issueToken') && sent.includes('getUsers'));
const [cached] = stored.values();
assert.ok(cached.expiresAt > Date.now());

/** The scores of more parties than a URL can carry. */
const partyIds = users.map(({ partyId }) => partyId).filter((id) => id !== undefined);
const scores = await listOf(connection.iterateHumanScores({ partyIds }));
assert.ok(scores.length > 0 && scores.every(({ partyId }) => partyIds.includes(partyId)));

/** Ben of the default fixture, by several calls at once. */
const partyId =
  'party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128';
const [score, other, credentials] = await Promise.all([
  connection.getHumanScoreByPartyId(partyId),
  connection.getHumanScoreByPartyId(scores[0].partyId),
  connection.getCredentialByPartyId(partyId),
]);
assert.equal(score.partyId, partyId);
assert.equal(other.partyId, scores[0].partyId);
assert.equal(credentials.length, 1);
await connection.createCredentialsRequest({ partyId, providers: ['GOOGLE'] });

async function listOf(items) {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
}
