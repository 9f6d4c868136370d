/** A nightly job that copies users, scores and credentials, and whose tests know the happy path only. */

import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { idSdk } from './build/client/index.mjs';

const { ID_EMULATOR_URL: baseUrl, ID_EMULATOR_TOKEN_URL: tokenUrl } = process.env;
const { ID_EMULATOR_CLIENT_ID: clientId, ID_EMULATOR_CLIENT_SECRET: clientSecret } = process.env;

const sent = [];
const stored = new Map();
const settings = {
  clientId,
  clientSecret,
  network: 'devnet',
  baseUrl,
  tokenUrl,
  timeout: 20_000,
  tokenCache: { get: (key) => stored.get(key), set: (key, token) => void stored.set(key, token) },
  onRequest: ({ operation }) => void sent.push(operation),
};
const connection = await idSdk.connect(settings);

/** All users whose name contains the text, each once. */
const users = await listOf(connection.iterateUsers({ search: 'i', pageSize: 100 }));
assert.ok(users.length > 200);
assert.equal(new Set(users.map(({ id }) => id)).size, users.length, 'a user came twice');
assert.deepEqual(await listOf(connection.iterateUsers({ search: 'nobody at all' })), []);
assert.ok(sent.includes('issueToken') && sent.includes('getUsers'));
const [cached] = stored.values();
assert.ok(cached.expiresAt > Date.now());

/** The scores of more parties than a URL can carry. */
const partyIds = [...new Set(users.flatMap(({ partyId }) => partyId ?? []))];
const scores = await listOf(connection.iterateHumanScores({ partyIds }));
assert.ok(scores.length > 100 && scores.every(({ partyId }) => partyIds.includes(partyId)));

/** The credentials and the score of one party after the other, by two workers. */
const copied = new Map();
const queue = scores.slice(-8).map(({ partyId }) => partyId);
const worker = async () => {
  for (let partyId = queue.shift(); partyId !== undefined; partyId = queue.shift()) {
    const credentials = await connection.getCredentialByPartyId(partyId);
    const score = await connection.getHumanScoreByPartyId(partyId);
    copied.set(partyId, { credentials, score });
    // The copy is written.
    await setTimeout(3);
  }
};
await Promise.all([worker(), worker()]);
assert.equal(copied.size, 8);
for (const [partyId, { credentials, score }] of copied) {
  assert.ok(credentials.every((credential) => credential.partyId === partyId));
  assert.equal(score.partyId, partyId);
}

/** Ben of the default fixture is asked for another account, by a process that has the access token of the first one. */
const ben =
  'party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128';
const next = await idSdk.connect(settings);
const [score, credentials] = await Promise.all([next.getHumanScoreByPartyId(ben), next.getCredentialByPartyId(ben)]);
assert.equal(score.partyId, ben);
assert.equal(credentials.length, 1);
await next.createCredentialsRequest({ partyId: ben, providers: ['GOOGLE'] });

async function listOf(items) {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
}
