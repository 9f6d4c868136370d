/** A consumer whose tests know the happy path only. */

import assert from 'node:assert/strict';
import { idSdk } from './build/client/index.mjs';

const { ID_EMULATOR_URL: baseUrl, ID_EMULATOR_TOKEN_URL: tokenUrl } = process.env;
const { ID_EMULATOR_CLIENT_ID: clientId, ID_EMULATOR_CLIENT_SECRET: clientSecret } = process.env;

const connection = await idSdk.connect({
  clientId,
  clientSecret,
  network: 'devnet',
  baseUrl,
  tokenUrl,
  timeout: 5_000,
});

const users = new Map();
for await (const user of connection.iterateUsers({ search: 'en', pageSize: 25 })) users.set(user.id, user);
assert.ok(users.size > 40);

/** Ben of the default fixture. */
const partyId =
  'party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128';
const [score, credentials] = await Promise.all([
  connection.getHumanScoreByPartyId(partyId),
  connection.getCredentialByPartyId(partyId),
]);
assert.equal(score.partyId, partyId);
assert.equal(credentials.length, 1);
await connection.createCredentialsRequest({ partyId, providers: ['GOOGLE'] });
