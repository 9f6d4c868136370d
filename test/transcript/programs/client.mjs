/** What the client library does: each method, what it sends, and each kind of failure. */

import { startEmulator } from 'id-emulator';
import { idSdk } from 'id-emulator/client';
import * as client from 'id-emulator/client';
import { namesOf, show } from './outcome.mjs';

console.log(Object.entries(client).map(([key, value]) => `${key}: ${typeof value}`));
const emulator = await startEmulator({ port: 0, now: '2026-01-31T09:00:00Z' });
const { defaultSandbox: sandbox } = emulator;
const { items } = sandbox.world.parties({ limit: 20 });
const ben = items.find(({ alias }) => alias === 'ben');
const contractId = ben.credentials[0].contractId;
const options = {
  clientId: sandbox.clientId,
  clientSecret: sandbox.clientSecret,
  baseUrl: emulator.url,
  tokenUrl: sandbox.tokenUrl,
};
const hooks = Object.fromEntries(
  ['onRequest', 'onResponse', 'onRetry', 'onFailure'].map((name) => [
    name,
    ({ duration: _duration, delay: _delay, ...event }) => console.log(name, JSON.stringify(event)),
  ]),
);
const connection = await idSdk.connect({ ...options, ...hooks });
console.log(namesOf(connection).join(' '));

const calls = [
  ['getUsers'],
  ['getUsers', { limit: 2, orderBy: 'email', orderType: 'ASC', kycStatus: 'APPROVED' }],
  ['getUsers', { limit: 0 }],
  ['getUsers', { limit: 'many' }],
  ['getHumanScores', { limit: 1 }],
  ['getHumanScores', { partyIds: [ben.partyId] }],
  ['getHumanScoreByPartyId', ben.partyId],
  ['getHumanScoreByPartyId', 'nobody'],
  ['getHumanScoreByPartyId', ''],
  ['getCredentials', { limit: 1 }],
  ['getCredentials', { emails: ['nobody@example.com'] }],
  ['getCredentialByPartyId', ben.partyId],
  ['resolveCredentials', { q: ben.email }],
  ['resolveCredentials', { partyId: ben.partyId }],
  ['resolveCredentials', { a: 'ben' }],
  ['resolveCredentials', {}],
  ['createCredentialsRequest', { partyId: ben.partyId, providers: ['REDDIT'] }],
  ['createCredentialsRequest', { partyId: 'nobody', providers: ['REDDIT'] }],
  ['createCredentialsRequest', { partyId: ben.partyId }],
  ['generateVerificationLink', { contractId }],
  ['generateVerificationLink', { contractId: '00' }],
  ['generateVerificationLinksBatch', { requests: [{ contractId }, { contractId: '00' }] }],
  ['generateVerificationLinks', [contractId, '00']],
  ['checkVerificationStatus', 'none'],
];
for (const [method, ...given] of calls)
  await show(`${method}(${JSON.stringify(given).slice(1, -1)})`, () => connection[method](...given));
for (const method of ['iterateUsers', 'iterateHumanScores', 'iterateCredentials'])
  await show(`${method}()`, async () => (await connection[method]({ pageSize: 3 }).toArray({ limit: 7 })).length);
await show('withResponse()', async () => {
  const { data, ...rest } = await connection.withResponse().getUsers({ limit: 1 });
  return [data, Object.keys(rest)];
});
for (const scenario of [
  'server-error;times=1',
  'rate-limit-burst;burst=1;retry-after=1',
  'token-expired',
  'malformed-json',
  'connection-reset;times=1',
  'html-page',
  'unknown-enum-values',
]) {
  sandbox.scenarios.replace(scenario);
  await show(
    `getUsers() with ${scenario}`,
    async () => (await connection.getUsers({ limit: 1 }, { retries: 1 })).items,
  );
}
sandbox.scenarios.stopAll();
for (const wrong of [
  { clientSecret: 'wrong' },
  { baseUrl: 'http://127.0.0.1:2', retries: 0 },
  { clientId: '' },
  { timeout: 0 },
  { network: 'x' },
])
  await show(`connect(${JSON.stringify(wrong)})`, async () =>
    (await idSdk.connect({ ...options, ...wrong })).getUsers({ limit: 1 }),
  );
await emulator.close();
