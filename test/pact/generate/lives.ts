/** What consumers do in a sandbox. Together they produce everything that a pact can contain. */

import { cast } from '../../cast.js';
import type { Consumer } from './consumer.js';

const ALICE = cast('Alice');
const BEN = cast('Ben');
const contracts = (party: typeof ALICE): { contractId: string }[] =>
  party.credentials.map(({ contractId }) => ({ contractId }));

/** Every operation, with successful and unsuccessful responses. */
export async function useEveryOperation({
  get,
  post,
  requestToken,
  sandbox: { clientId, clientSecret },
}: Consumer): Promise<void> {
  await requestToken({}, { Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` });
  for (const query of [
    '',
    '?limit=2',
    '?limit=2&offset=2',
    '?search=alice',
    '?search=nobody',
    '?orderBy=email&orderType=asc',
    '?kycStatus=EXPIRED',
  ])
    await get(`/institutions/me/users${query}`);
  for (const query of ['', `?partyIds=${BEN.partyId},${ALICE.partyId}`, '?partyIds=nobody', '?limit=100&offset=100']) {
    await get(`/institutions/me/human-scores${query}`);
    await get(`/institutions/me/credentials${query}`);
  }
  for (const partyId of [encodeURIComponent(ALICE.partyId), cast('Uma').partyId, 'nobody']) {
    await get(`/institutions/me/human-scores/${partyId}`);
    await get(`/institutions/me/credentials/${partyId}`);
    await get(`/institutions/me/credentials/resolve?partyId=${partyId}`);
    await post('/institutions/me/credentials/request', { partyId, providers: ['GOOGLE', 'GITHUB'] });
  }
  for (const q of ['AliceArcher', 'zoë@bücher.example', 'nobody@example.com'])
    await get(`/institutions/me/credentials/resolve?${String(new URLSearchParams({ q }))}`);
  const { token } = (await post('/verification/generate-link', contracts(BEN)[0]!)) as { token: string };
  await get(`/verification/check/${token}`);
  for (const requests of [contracts(ALICE), [...contracts(BEN), { contractId: '00ff' }], []])
    await post('/verification/generate-links-batch', { requests });
}

export async function beRefused({ get, post, requestToken, sandbox }: Consumer): Promise<void> {
  await requestToken({ client_id: sandbox.clientId, client_secret: 'wrong' });
  await requestToken({ grant_type: 'password' });
  await get('/institutions/me/users?limit=0');
  await get('/institutions/me/credentials/resolve?q=a&partyId=b');
  for (const body of [{}, '{"partyId":']) await post('/institutions/me/credentials/request', body);
  await post('/institutions/me/credentials/request', 'partyId', { 'Content-Type': 'text/plain' });
  await post('/verification/generate-link', { contractId: '00ff' });
  await get('/verification/check/never-issued');
  await get('/institutions/me/users', { Authorization: 'Bearer nonsense' });
  await fetch(`${sandbox.apiUrl}/institutions/me/users`);
  const { token } = (await post('/verification/generate-link', contracts(BEN)[0]!)) as { token: string };
  sandbox.clock.advance('2h');
  await get('/institutions/me/users');
  await get(`/verification/check/${token}`);
}

export async function meetScenarios({ get, post, requestToken, sandbox }: Consumer): Promise<void> {
  const { token } = (await post('/verification/generate-link', contracts(BEN)[0]!)) as { token: string };
  const everything = [
    'rate-limit-burst',
    'rate-limit-steady;requests=0',
    'rate-limit-with-date',
    'server-error',
    'institution-suspended',
    'token-malformed',
    'extra-members',
    'without-optional-members',
    'non-ascii',
    'very-long-values',
    'nulls',
    'empty-lists',
    'huge-page',
    'changing-pages',
    'check-revoked',
    'check-superseded',
    'check-token-expired;after=0',
    'latency;from="1ms";to="2ms"',
  ];
  for (const scenario of everything) {
    sandbox.scenarios.replace(scenario);
    await get('/institutions/me/users?limit=3');
    await get(`/verification/check/${token}`);
  }
  for (const scenario of ['batch-partial-failure;share=0.5', 'batch-total-failure', 'batch-duplicate-items']) {
    sandbox.scenarios.replace(scenario);
    await post('/verification/generate-links-batch', { requests: contracts(ALICE) });
  }
  for (const scenario of [
    'token-endpoint-throttled',
    'short-lived-token',
    'client-refused;error=unauthorized_client',
  ]) {
    sandbox.scenarios.replace(scenario);
    await requestToken();
  }
  sandbox.scenarios.replace('rough-start');
  for (let call = 1; call <= 4; call++) await get('/institutions/me/human-scores');
  sandbox.scenarios.stopAll();
  await get('/institutions/me/credentials', { 'Emulator-Scenario': 'flaky;share=0.99' });
  await get(`/institutions/me/human-scores/${cast('Tara').partyId}`);
  sandbox.use('token-revoked');
  await get('/institutions/me/users');
  await get('/institutions/me/human-scores');
}

export async function arrangeAWorld({ get, post, sandbox: { world } }: Consumer): Promise<void> {
  world.addParty({
    partyId: 'party::123',
    email: 'jo@example.org',
    username: 'jo',
    firstName: 'Jo',
    lastName: 'Doe',
    credentials: [
      { provider: 'GITHUB', contractId: '00abc', issuedAt: '-P1D' },
      { provider: 'GOOGLE', contractId: '00abd', issuedAt: '-P1D' },
    ],
  });
  world.addParty({ partyId: 'party::bare', email: 'al@example.org', firstName: 'Al', lastName: 'Roe' });
  const look = async (): Promise<void> => {
    await get('/institutions/me/credentials/party::123');
    await get('/institutions/me/human-scores/party::123');
    await get('/institutions/me/human-scores?partyIds=party::123');
    await get('/institutions/me/credentials?partyIds=party::123,party::bare');
    for (const query of ['q=jo@example.org', 'q=jo', 'partyId=party::123'])
      await get(`/institutions/me/credentials/resolve?${query}`);
    const { token } = (await post('/verification/generate-link', { contractId: '00abc' })) as { token: string };
    await get(`/verification/check/${token}`);
    await post('/verification/generate-links-batch', { requests: [{ contractId: '00abc' }, { contractId: '' }] });
  };
  await get('/institutions/me/users?limit=1');
  await post('/institutions/me/credentials/request', { partyId: 'party::bare', providers: ['REDDIT'] });
  await look();
  world.expire('00abc');
  await look();
  world.revoke('00abc');
  await look();
  world.archive('00abd');
  const { token } = (await post('/verification/generate-link', { contractId: '00abd' })) as { token: string };
  await get(`/verification/check/${token}`);
  world.revoke(BEN.credentials[0]!.contractId);
  await get(`/institutions/me/credentials/${BEN.partyId}`);
}

export async function findNothing({ get, post }: Consumer): Promise<void> {
  for (const path of [
    'users',
    'human-scores',
    'credentials',
    `credentials/${ALICE.partyId}`,
    `human-scores/${ALICE.partyId}`,
    `credentials?partyIds=${BEN.partyId}`,
  ])
    await get(`/institutions/me/${path}`);
  await get(`/institutions/me/credentials/resolve?partyId=${ALICE.partyId}`);
  await get('/institutions/me/credentials/resolve?q=alicearcher');
  await post('/institutions/me/credentials/request', { partyId: ALICE.partyId, providers: ['GOOGLE'] });
  await post('/verification/generate-link', contracts(BEN)[0]!);
  await post('/verification/generate-links-batch', { requests: contracts(BEN) });
}

/** Reads generated parties that no other seed and population has. */
export async function readAnotherPopulation({ get, sandbox: { world } }: Consumer): Promise<void> {
  const strangers = world
    .parties({ offset: 25, limit: 3 })
    .items.filter(({ credentials }) => credentials.some(({ disclosed }) => disclosed));
  for (const path of [
    'users?limit=3',
    'human-scores?limit=3&offset=30',
    'credentials?limit=3',
    'credentials?limit=3&offset=60',
    `human-scores?partyIds=${strangers.map(({ partyId }) => partyId).join()}`,
  ])
    await get(`/institutions/me/${path}`);
  for (const { partyId } of strangers) {
    await get(`/institutions/me/credentials/${partyId}`);
    await get(`/institutions/me/human-scores/${partyId}`);
  }
}
