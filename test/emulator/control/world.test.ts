/** Changes to the world of a sandbox, and what the institution sees of them. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { problem, startControlledEmulator, problemIn, type TestSandbox } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const NOW = '2026-01-31T09:00:00.000Z';
const LATER = '2026-01-31T09:10:00.000Z';
const [BEN, PAULA] = [cast('Ben'), cast('Paula')];
const BENS = BEN.credentials[0]!.contractId;
const PAULAS = PAULA.credentials[0]!.contractId;
const ADA = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Abbott' };

interface Party {
  readonly partyId: string;
  readonly userId: number;
  readonly changed: boolean;
  readonly credentials: readonly {
    readonly contractId: string;
    readonly provider: string;
    readonly state: string;
    readonly disclosed: boolean;
    readonly issuedAt: string;
    readonly expiresAt: string;
    readonly metadata: object;
  }[];
  readonly requests: readonly { readonly id: number; readonly provider: string; readonly status: string }[];
}

const controlled = await untilEnd(startControlledEmulator({ population: 30, now: NOW }));

const party = ({ done }: TestSandbox, { partyId }: { readonly partyId: string }) =>
  done<Party>('get', `/world/parties/${encodeURIComponent(partyId)}`);
const later = ({ done }: TestSandbox) => done('post', '/clock/advance', { by: '10m' });

/** What the institution sees of a party. */
async function seen(
  { get, post }: TestSandbox,
  { partyId, email }: { readonly partyId: string; readonly email: string },
  contractId?: string,
) {
  const named = encodeURIComponent(partyId);
  const resolved = async (query: string) =>
    (
      (await get(`/institutions/me/credentials/resolve?${query}`)).body as { credentials: { contractId: string }[] }
    ).credentials.map((credential) => credential.contractId);
  const link =
    contractId === undefined
      ? undefined
      : ((await post('/verification/generate-link', { contractId })).body as { token?: string }).token;
  const checked =
    link === undefined
      ? undefined
      : ((await request(controlled.emulator.apiUrl).get(`/verification/check/${link}`)).body as { status: string })
          .status;
  return {
    users: (
      (await get(`/institutions/me/users?search=${encodeURIComponent(partyId)}`)).body as {
        items: { partyId: string; kycProvider: string; reqStatus: string }[];
      }
    ).items
      .filter((row) => row.partyId === partyId)
      .map(({ kycProvider, reqStatus }) => `${kycProvider} ${reqStatus}`)
      .toSorted(),
    forward: await resolved(`q=${encodeURIComponent(email)}`),
    reverse: await resolved(`partyId=${named}`),
    ...(checked !== undefined && { checked }),
  };
}

const total = async ({ get }: TestSandbox, list: string) =>
  ((await get(`/institutions/me/${list}`)).body as { pagination: { total: number } }).pagination.total;
const totals = async (sandbox: TestSandbox) => [
  await total(sandbox, 'users'),
  await total(sandbox, 'credentials'),
  await total(sandbox, 'human-scores'),
];

test('a party needs only a name and an email address', async () => {
  const sandbox = await controlled.open();
  const response = await sandbox.control('post', '/world/parties', ADA);
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    partyId: expect.stringMatching(/^party::[0-9a-f]{32}::1220[0-9a-f]{64}$/) as string,
    userId: expect.any(Number) as number,
    ...ADA,
    status: 'ACTIVE',
    changed: true,
    credentials: [],
    requests: [],
  });
  expect(await party(sandbox, response.body as Party)).toEqual(response.body);
});

test('two parties without IDs get different IDs', async () => {
  const { done } = await controlled.open();
  const [one, other] = [
    await done<Party>('post', '/world/parties', ADA),
    await done<Party>('post', '/world/parties', ADA),
  ];
  expect(one.partyId).not.toBe(other.partyId);
  expect(one.userId).not.toBe(other.userId);
});

test('a party and a credential without IDs get others than those that were copied from another sandbox', async () => {
  const [copied, { done }] = [await controlled.open(), await controlled.open()];
  const original = await copied.done<Party>('post', '/world/parties', ADA);
  const { partyId, userId } = original;
  const issued = await copied.done<{ contractId: string }>('post', `/world/parties/${partyId}/credentials`, {
    provider: 'GITHUB',
  });
  await done('post', '/world/parties', {
    ...ADA,
    partyId,
    userId,
    credentials: [{ provider: 'GITHUB', contractId: issued.contractId, issuedAt: '-P1D' }],
  });
  const added = await done<Party>('post', '/world/parties', ADA);
  const other = await done<{ contractId: string }>('post', `/world/parties/${added.partyId}/credentials`, {
    provider: 'GITHUB',
  });
  expect(added.partyId).not.toBe(partyId);
  expect(added.userId).not.toBe(userId);
  expect(other.contractId).not.toBe(issued.contractId);
});

test('a party may have the form of a fixture, with durations from now', async () => {
  const sandbox = await controlled.open();
  await sandbox.done('post', '/clock/advance', { by: 'PT30M' });
  const given = {
    ...ADA,
    partyId: 'ada',
    userId: 4_242,
    username: 'ada',
    status: 'INACTIVE',
    credentials: [
      {
        provider: 'GITHUB',
        contractId: '00aa',
        issuedAt: '-P1D',
        expiresAt: 'P1D',
        metadata: { username: 'ada-codes' },
        social: { githubRepos: 5 },
      },
    ],
  };
  const shown = await sandbox.done('post', '/world/parties', given);
  expect(shown).toMatchObject({
    partyId: 'ada',
    userId: 4_242,
    status: 'INACTIVE',
    credentials: [
      {
        contractId: '00aa',
        issuedAt: '2026-01-30T09:30:00.000Z',
        expiresAt: '2026-02-01T09:30:00.000Z',
        state: 'active',
        expired: false,
        disclosed: true,
        metadata: { username: 'ada-codes' },
        social: { githubRepos: 5 },
      },
    ],
    requests: [{ provider: 'GITHUB', status: 'APPROVED', requestedAt: '2026-01-30T09:30:00.000Z' }],
  });
});

test('an added party is in every list, and can be resolved both ways', async () => {
  const sandbox = await controlled.open();
  const before = await totals(sandbox);
  const ada = { ...ADA, partyId: 'party::ada' };
  await sandbox.done('post', '/world/parties', {
    ...ada,
    credentials: [{ provider: 'GITHUB', contractId: '00aa', issuedAt: '-P1D' }],
  });
  expect(await totals(sandbox)).toEqual(before.map((count) => count + 1));
  expect(await seen(sandbox, ada, '00aa')).toEqual({
    users: ['GITHUB APPROVED'],
    forward: ['00aa'],
    reverse: ['00aa'],
    checked: 'strong',
  });
});

test('a party with a pending request has disclosed nothing', async () => {
  const sandbox = await controlled.open();
  const ada = { ...ADA, partyId: 'ada' };
  await sandbox.done('post', '/world/parties', {
    ...ada,
    credentials: [{ provider: 'GITHUB', contractId: '00aa', issuedAt: '-P1D' }],
    requests: [{ provider: 'GITHUB', status: 'PENDING', requestedAt: '-PT1H' }],
  });
  expect(await seen(sandbox, ada)).toEqual({ users: ['GITHUB PENDING'], forward: [], reverse: [] });
  expect(await sandbox.done('get', '/world/credentials/00aa')).toMatchObject({
    partyId: 'ada',
    disclosed: false,
    credential: { disclosed: false },
  });
});

test.each([
  ['a party ID', { ...ADA, partyId: BEN.partyId }],
  ['a contract ID', { ...ADA, credentials: [{ provider: 'GITHUB', contractId: BENS, issuedAt: '-P1D' }] }],
  [
    'a contract ID that is not disclosed',
    { ...ADA, credentials: [{ provider: 'GITHUB', contractId: PAULAS, issuedAt: '-P1D' }] },
  ],
  [
    'its own contract ID',
    {
      ...ADA,
      credentials: ['GITHUB', 'REDDIT'].map((provider) => ({ provider, contractId: '00aa', issuedAt: '-P1D' })),
    },
  ],
  ["a user ID of the fixture's", { ...ADA, userId: 2 }],
  ['a generated user ID', { ...ADA, userId: 1_001 }],
])('%s that is taken returns 409, and no party is added', async (_, body) => {
  const sandbox = await controlled.open();
  expect(problemIn(await sandbox.control('post', '/world/parties', body))).toMatchObject(problem(409));
  expect(await sandbox.done('get', '/world/events')).toEqual({ events: [], scheduled: [] });
});

test.each([
  [
    'a credential and no e-mail',
    { credentials: [{ provider: 'GITHUB', contractId: '00ab', issuedAt: '-P1D' }] },
    '/email',
  ],
  ['a number for a name', { ...ADA, firstName: 5 }, '/firstName'],
  [
    'an unknown provider',
    { ...ADA, credentials: [{ provider: 'MYSPACE', contractId: '00aa', issuedAt: '-P1D' }] },
    '/credentials/0/provider',
  ],
  [
    'an invalid time',
    { ...ADA, credentials: [{ provider: 'GITHUB', contractId: '00aa', issuedAt: 'recently' }] },
    '/credentials/0/issuedAt',
  ],
  [
    'a day that no month has',
    { ...ADA, requests: [{ provider: 'GITHUB', status: 'PENDING', requestedAt: '2026-13-01' }] },
    '/requests/0/requestedAt',
  ],
  ['an unknown scenario', { ...ADA, scenario: 'flakey' }, '/scenario'],
  ['an unknown member', { ...ADA, surname: 'Abbott' }, '/surname'],
  [
    'an unknown member deep inside',
    { ...ADA, credentials: [{ provider: 'GITHUB', contractId: '00aa', issuedAt: '-P1D', social: { fans: 3 } }] },
    '/credentials/0/social/fans',
  ],
])('a party with %s is refused, and no party is added', async (_, body, pointer) => {
  const sandbox = await controlled.open();
  expect(problemIn(await sandbox.control('post', '/world/parties', body))).toMatchObject(problem(422, { pointer }));
  expect(await sandbox.done('get', '/world/events')).toEqual({ events: [], scheduled: [] });
});

test('a party with a new email address is found by it, and by the old one only through its credentials', async () => {
  const sandbox = await controlled.open();
  const ada = { ...ADA, partyId: 'ada' };
  await sandbox.done('post', '/world/parties', {
    ...ada,
    credentials: [{ provider: 'GITHUB', contractId: '00aa', issuedAt: '-P1D' }],
  });
  const changed = await sandbox.done('patch', '/world/parties/ada', {
    email: 'lovelace@example.com',
    status: 'BLOCKED',
    lastName: 'Lovelace',
  });
  expect(changed).toMatchObject({
    partyId: 'ada',
    email: 'lovelace@example.com',
    lastName: 'Lovelace',
    status: 'BLOCKED',
    changed: true,
  });
  expect((await seen(sandbox, { ...ada, email: 'Lovelace@Example.com' })).forward).toEqual(['00aa']);
  expect((await seen(sandbox, ada)).forward).toEqual([]);
  expect((await sandbox.get('/institutions/me/users?search=lovelace')).body).toMatchObject({
    items: [{ fullName: 'Ada Lovelace', email: 'lovelace@example.com', kycStatus: 'BLOCKED' }],
  });
});

test("a party's scenario applies to calls that concern the party until it is removed", async () => {
  const sandbox = await controlled.open();
  const path = `/world/parties/${BEN.partyId}`;
  const statuses = async () => {
    const all = [];
    for (const { partyId } of [BEN, PAULA])
      all.push((await sandbox.get(`/institutions/me/human-scores/${partyId}`)).headers['emulator-scenario-applied']);
    return all;
  };
  expect(await sandbox.done('patch', path, { scenario: 'server-error' })).toMatchObject({ scenario: 'server-error' });
  expect(await statuses()).toEqual(['server-error', undefined]);
  expect(await sandbox.done('patch', path, { scenario: null })).not.toHaveProperty('scenario');
  expect(await statuses()).toEqual([undefined, undefined]);
});

test('a scenario from the fixture can be removed from its party', async () => {
  const sandbox = await controlled.open();
  const { partyId } = cast('Tara');
  await sandbox.done('patch', `/world/parties/${partyId}`, { scenario: null });
  expect(
    (await sandbox.get(`/institutions/me/human-scores/${partyId}`)).headers['emulator-scenario-applied'],
  ).toBeUndefined();
});

test('a generated party can be changed', async () => {
  const sandbox = await controlled.open({ fixture: 'empty', population: 20 });
  const { items } = await sandbox.done<{ items: Party[] }>('get', '/world/parties');
  const before = await totals(sandbox);
  expect(items[3]).toMatchObject({ changed: false });
  await sandbox.done('patch', `/world/parties/${encodeURIComponent(items[3]!.partyId)}`, { firstName: 'Zebedee' });
  expect(await sandbox.done('get', '/world/parties?search=zebedee')).toMatchObject({
    items: [{ partyId: items[3]!.partyId, changed: true }],
    pagination: { total: 1 },
  });
  expect(await totals(sandbox)).toEqual(before);
});

test.each([
  ['nothing', {}, ''],
  ['another ID', { partyId: 'x' }, '/partyId'],
  ['an unknown status', { status: 'GONE' }, '/status'],
  ['an unknown scenario', { scenario: 'flakey' }, '/scenario'],
  ['an empty name', { firstName: '' }, '/firstName'],
])('changing a party to %s is refused', async (_, body, pointer) => {
  const sandbox = await controlled.open();
  expect(problemIn(await sandbox.control('patch', `/world/parties/${BEN.partyId}`, body))).toMatchObject(
    problem(422, { pointer }),
  );
  expect(await party(sandbox, BEN)).toMatchObject({ changed: false });
});

test('a credential needs only a provider', async () => {
  const sandbox = await controlled.open();
  const before = await totals(sandbox);
  const response = await sandbox.control('post', `/world/parties/${BEN.partyId}/credentials`, { provider: 'REDDIT' });
  expect(response.status).toBe(201);
  const issued = response.body as Party['credentials'][number];
  expect(issued).toMatchObject({
    contractId: expect.stringMatching(/^00[0-9a-f]{136}$/) as string,
    provider: 'REDDIT',
    issuedAt: NOW,
    expiresAt: '2027-01-31T09:00:00.000Z',
    state: 'active',
    disclosed: true,
    metadata: { email: BEN.email, firstName: 'Ben', lastName: 'Brook' },
  });
  expect(await totals(sandbox)).toEqual([before[0]! + 1, before[1]! + 1, before[2]!]);
  expect(await seen(sandbox, BEN, issued.contractId)).toEqual({
    users: ['GITHUB APPROVED', 'REDDIT APPROVED'],
    forward: [BENS, issued.contractId],
    reverse: [BENS, issued.contractId],
    checked: 'strong',
  });
});

test('a new credential supersedes the active one of the same provider', async () => {
  const sandbox = await controlled.open();
  await sandbox.done('post', `/world/parties/${BEN.partyId}/credentials`, {
    provider: 'GITHUB',
    contractId: '00aa',
    issuedAt: '-1h',
    expiresAt: '2026-06-01',
  });
  expect((await party(sandbox, BEN)).credentials).toMatchObject([
    { contractId: BENS, state: 'superseded' },
    {
      contractId: '00aa',
      state: 'active',
      issuedAt: '2026-01-31T08:00:00.000Z',
      expiresAt: '2026-06-01T00:00:00.000Z',
    },
  ]);
  expect(await seen(sandbox, BEN, '00aa')).toEqual({
    users: ['GITHUB APPROVED'],
    forward: ['00aa'],
    reverse: ['00aa'],
    checked: 'strong',
  });
  expect((await seen(sandbox, BEN, BENS)).checked).toBe('archived');
});

test('a new credential may be added without superseding and without disclosure', async () => {
  const sandbox = await controlled.open();
  await sandbox.done('post', `/world/parties/${BEN.partyId}/credentials`, {
    provider: 'GITHUB',
    contractId: '00aa',
    supersede: false,
  });
  await sandbox.done('post', `/world/parties/${BEN.partyId}/credentials`, {
    provider: 'REDDIT',
    contractId: '00bb',
    disclose: false,
  });
  expect((await party(sandbox, BEN)).credentials).toMatchObject([
    { state: 'active' },
    { contractId: '00aa', state: 'active', disclosed: true },
    { contractId: '00bb', disclosed: false },
  ]);
  expect((await seen(sandbox, BEN)).reverse).toEqual([BENS, '00aa']);
});

test('a contract ID is unique, scheduled credentials included', async () => {
  const sandbox = await controlled.open();
  const path = `/world/parties/${PAULA.partyId}/credentials`;
  expect(problemIn(await sandbox.control('post', path, { provider: 'GITHUB', contractId: BENS }))).toMatchObject(
    problem(409),
  );
  await sandbox.done('post', `/world/credentials/${BENS}/supersede`, { contractId: '00aa', after: '10m' });
  expect(problemIn(await sandbox.control('post', path, { provider: 'GITHUB', contractId: '00aa' }))).toMatchObject(
    problem(409),
  );
});

test.each([
  ['revoke', 'revoked', [BENS], 'revoked'],
  ['archive', 'archived', [], 'archived'],
] as const)('%s: a credential becomes %s everywhere', async (act, state, reverse, checked) => {
  const sandbox = await controlled.open();
  expect(await sandbox.done('post', `/world/credentials/${BENS}/${act}`)).toMatchObject({ contractId: BENS, state });
  expect(await seen(sandbox, BEN, BENS)).toEqual({ users: ['GITHUB APPROVED'], forward: reverse, reverse, checked });
  expect(problemIn(await sandbox.control('post', `/world/credentials/${BENS}/${act}`))).toMatchObject(problem(409));
});

test.each([
  ['revoke', { state: 'revoked' }, 'revoked'],
  ['archive', { state: 'archived' }, 'archived'],
  ['expire', { expiresAt: LATER }, 'expired'],
] as const)('%s with a delay returns the future state, and takes effect later', async (act, shown, checked) => {
  const sandbox = await controlled.open();
  expect(await sandbox.done('post', `/world/credentials/${BENS}/${act}`, { after: '10m' })).toMatchObject(shown);
  expect((await seen(sandbox, BEN, BENS)).checked).toBe('strong');
  await later(sandbox);
  expect((await seen(sandbox, BEN, BENS)).checked).toBe(checked);
});

test('the page of a link shows the effect of scheduled events', async () => {
  const sandbox = await controlled.open();
  const { verificationUrl } = (await sandbox.post('/verification/generate-link', { contractId: BENS })).body as {
    verificationUrl: string;
  };
  await sandbox.done('post', `/world/credentials/${BENS}/revoke`, { after: '10m' });
  const page = async () => (await request(verificationUrl).get('')).text;
  expect(await page()).not.toContain('revoked');
  await later(sandbox);
  expect(await page()).toContain('revoked');
});

test('the expiry of a credential cannot be moved to a later time', async () => {
  const sandbox = await controlled.open();
  const response = await sandbox.control('post', `/world/credentials/${BENS}/expire`, { after: 'P4000D' });
  expect(problemIn(response)).toMatchObject(problem(409));
  expect(response.text).toContain('expires at 2027-');
});

test('a credential expires at once without a delay', async () => {
  const sandbox = await controlled.open();
  expect(await sandbox.done('post', `/world/credentials/${BENS}/expire`)).toMatchObject({
    state: 'active',
    expired: true,
    expiresAt: NOW,
  });
  expect((await seen(sandbox, BEN, BENS)).checked).toBe('expired');
  expect((await sandbox.get('/institutions/me/users?search=ben.brook')).body).toMatchObject({
    items: [{ kycStatus: 'EXPIRED' }],
  });
});

test('a superseding credential copies the old one', async () => {
  const sandbox = await controlled.open();
  const before = await totals(sandbox);
  const response = await sandbox.control('post', `/world/credentials/${BENS}/supersede`);
  expect(response.status).toBe(201);
  expect(response.body).toMatchObject({
    provider: 'GITHUB',
    issuedAt: NOW,
    expiresAt: '2027-01-31T09:00:00.000Z',
    state: 'active',
    disclosed: true,
    metadata: BEN.credentials[0]!.metadata,
    social: { githubRepos: 12 },
  });
  const { contractId } = response.body as { contractId: string };
  expect(await totals(sandbox)).toEqual(before);
  expect(await seen(sandbox, BEN, contractId)).toEqual({
    users: ['GITHUB APPROVED'],
    forward: [contractId],
    reverse: [contractId],
    checked: 'strong',
  });
  expect(await sandbox.done('get', `/world/credentials/${BENS}`)).toMatchObject({
    credential: { state: 'superseded' },
  });
  expect(problemIn(await sandbox.control('post', `/world/credentials/${BENS}/supersede`))).toMatchObject(problem(409));
});

test('a delayed superseding credential is issued at that time', async () => {
  const sandbox = await controlled.open();
  const body = { contractId: '00aa', metadata: { username: 'new-ben' }, after: 'PT10M' };
  expect(await sandbox.done('post', `/world/credentials/${BENS}/supersede`, body)).toMatchObject({
    contractId: '00aa',
    issuedAt: LATER,
    expiresAt: '2027-01-31T09:10:00.000Z',
    metadata: { username: 'new-ben' },
  });
  expect((await seen(sandbox, BEN)).reverse).toEqual([BENS]);
  expect((await sandbox.control('get', '/world/credentials/00aa')).status).toBe(404);
  expect(await sandbox.done('get', '/world/events')).toMatchObject({
    events: [],
    scheduled: [
      { at: LATER, event: { type: 'credential-changed' } },
      { at: LATER, event: { type: 'credential-issued' } },
    ],
  });
  await later(sandbox);
  expect((await seen(sandbox, BEN)).reverse).toEqual(['00aa']);
});

test.each([
  [{}, true],
  [{ disclose: false }, false],
])('superseding an undisclosed credential with %j discloses the new one: %s', async (body, disclosed) => {
  const sandbox = await controlled.open();
  expect(
    await sandbox.done('post', `/world/credentials/${PAULAS}/supersede`, { contractId: '00aa', ...body }),
  ).toMatchObject({ disclosed });
  expect(await sandbox.done('get', '/world/credentials/00aa')).toMatchObject({ disclosed });
});

test('a data request is pending at first, and appears in the users list', async () => {
  const sandbox = await controlled.open();
  const response = await sandbox.control('post', `/world/parties/${BEN.partyId}/requests`, { provider: 'SUMSUB' });
  expect(response.status).toBe(201);
  expect(response.body).toMatchObject({ provider: 'SUMSUB', status: 'PENDING', requestedAt: NOW });
  expect((await seen(sandbox, BEN)).users).toEqual(['GITHUB APPROVED', 'SUMSUB PENDING']);
});

test('a data request may be added with a decision', async () => {
  const sandbox = await controlled.open();
  const uma = cast('Uma');
  await sandbox.done('post', `/world/parties/${uma.partyId}/requests`, { provider: 'GOOGLE', status: 'APPROVED' });
  expect((await seen(sandbox, uma)).reverse).toEqual([uma.credentials[0]!.contractId]);
});

test("approving the institution's request discloses the credentials", async () => {
  const sandbox = await controlled.open();
  const before = await totals(sandbox);
  expect(await sandbox.done('post', `/world/parties/${PAULA.partyId}/decisions`, { status: 'APPROVED' })).toMatchObject(
    { decided: [{ provider: 'GOOGLE', status: 'APPROVED' }], at: NOW },
  );
  expect(await totals(sandbox)).toEqual([before[0]!, before[1]! + 1, before[2]! + 1]);
  expect(await seen(sandbox, PAULA, PAULAS)).toEqual({
    users: ['GOOGLE APPROVED'],
    forward: [PAULAS],
    reverse: [PAULAS],
    checked: 'strong',
  });
});

test('requests are decided by provider, by ID, or all pending ones', async () => {
  const sandbox = await controlled.open();
  for (const provider of ['REDDIT', 'DISCORD', 'TWITTER', 'LINKEDIN'])
    await sandbox.done('post', `/world/parties/${BEN.partyId}/requests`, { provider });
  for (const provider of ['DISCORD', 'LINKEDIN'])
    await sandbox.done('post', `/world/parties/${BEN.partyId}/credentials`, { provider, disclose: false });
  const decide = (body: object) =>
    sandbox.done<{ decided: { provider: string }[] }>('post', `/world/parties/${BEN.partyId}/decisions`, body);
  const { id } = (await party(sandbox, BEN)).requests.find(({ provider }) => provider === 'TWITTER')!;
  const decided = [
    await decide({ status: 'REJECTED', provider: 'REDDIT' }),
    await decide({ status: 'EXPIRED', requestId: id }),
    await decide({ status: 'APPROVED' }),
  ];
  expect(decided.map((decision) => decision.decided.map(({ provider }) => provider))).toEqual([
    ['REDDIT'],
    ['TWITTER'],
    ['DISCORD', 'LINKEDIN'],
  ]);
  expect((await seen(sandbox, BEN)).users).toEqual([
    'DISCORD APPROVED',
    'GITHUB APPROVED',
    'LINKEDIN APPROVED',
    'REDDIT REJECTED',
    'TWITTER EXPIRED',
  ]);
});

test('a decision can be changed by the ID of its request', async () => {
  const sandbox = await controlled.open();
  const { id } = (await party(sandbox, BEN)).requests[0]!;
  await sandbox.done('post', `/world/parties/${BEN.partyId}/decisions`, { status: 'REJECTED', requestId: id });
  expect(await seen(sandbox, BEN)).toEqual({ users: ['GITHUB REJECTED'], forward: [], reverse: [] });
});

test.each([
  ['a party without pending requests', { status: 'APPROVED' }],
  ['a party without requests for the provider', { status: 'APPROVED', provider: 'REDDIT' }],
  ['none with the ID', { status: 'APPROVED', requestId: 999_999_999 }],
])('deciding %s returns 409', async (_, body) => {
  const sandbox = await controlled.open();
  expect(problemIn(await sandbox.control('post', `/world/parties/${BEN.partyId}/decisions`, body))).toMatchObject(
    problem(409),
  );
  expect(await sandbox.done('get', '/world/events')).toEqual({ events: [], scheduled: [] });
});

test.each([
  ['decisions', { status: 'PENDING' }, '/status'],
  ['decisions', {}, '/status'],
  ['decisions', { status: 'APPROVED', after: '-5m' }, '/after'],
  ['requests', { provider: 'MYSPACE' }, '/provider'],
  ['requests', { provider: 'REDDIT', status: 'LOST' }, '/status'],
  ['credentials', {}, '/provider'],
  ['credentials', { provider: 'SUMSUB' }, '/provider'],
  ['credentials', { provider: 'REDDIT', issuedAt: 'today' }, '/issuedAt'],
  ['credentials', { provider: 'REDDIT', expiresAt: '2026-13-01' }, '/expiresAt'],
])('%s refuses %j', async (path, body, pointer) => {
  const sandbox = await controlled.open();
  expect(problemIn(await sandbox.control('post', `/world/parties/${PAULA.partyId}/${path}`, body))).toMatchObject(
    problem(422, { pointer }),
  );
  expect(await sandbox.done('get', '/world/events')).toEqual({ events: [], scheduled: [] });
});

test('fixture parties, generated parties and added parties are listed in this order, page by page', async () => {
  const sandbox = await controlled.open();
  const ada = await sandbox.done<Party>('post', '/world/parties', ADA);
  const pages = [];
  for (let offset = 0; offset < 200; offset += 17)
    pages.push(
      await sandbox.done<{ items: Party[]; pagination: { total: number } }>(
        'get',
        `/world/parties?offset=${offset}&limit=17`,
      ),
    );
  const ids = pages.flatMap(({ items }) => items.map(({ partyId }) => partyId));
  expect(ids[1]).toBe(BEN.partyId);
  expect(ids.at(-1)).toBe(ada.partyId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(pages.map(({ pagination }) => pagination.total)).toEqual(pages.map(() => ids.length));
});

test('pages have 20 parties by default', async () => {
  const { done } = await controlled.open();
  const { items, pagination } = await done<{ items: object[]; pagination: object }>('get', '/world/parties');
  expect(items).toHaveLength(20);
  expect(pagination).toMatchObject({ offset: 0, limit: 20 });
  expect((await done<{ items: object[] }>('get', '/world/parties?limit=1&offset=3')).items).toHaveLength(1);
  expect((await done<{ items: object[] }>('get', '/world/parties?offset=100000')).items).toEqual([]);
});

test.each([
  ['a name', (shown: Party & typeof ADA) => `${shown.firstName} ${shown.lastName}`.toUpperCase()],
  ['an e-mail', (shown: Party & typeof ADA) => shown.email],
  ['a party ID', (shown: Party & typeof ADA) => shown.partyId],
  ['part of a party ID', (shown: Party & typeof ADA) => shown.partyId.slice(5, 30)],
])('fixture parties, generated parties and added parties are found by %s', async (_, termOf) => {
  const sandbox = await controlled.open();
  const joined = await sandbox.done<Party>('post', '/world/parties', ADA);
  const all = await sandbox.done<{ items: (Party & typeof ADA)[] }>('get', '/world/parties?limit=100');
  const [ofCast, generated] = [all.items[0]!, all.items.at(-2)!];
  expect(generated.changed).toBe(false);
  for (const wanted of [ofCast, generated, joined as Party & typeof ADA]) {
    const { items } = await sandbox.done<{ items: Party[] }>(
      'get',
      `/world/parties?search=${encodeURIComponent(termOf(wanted))}`,
    );
    expect(items.map(({ partyId }) => partyId)).toContain(wanted.partyId);
  }
});

test('parties are found by username, generated ones included', async () => {
  const { done } = await controlled.open();
  const { items } = await done<{ items: (Party & { username?: string })[] }>('get', '/world/parties?limit=100');
  for (const wanted of items.filter(({ username }) => username !== undefined)) {
    const found = await done<{ items: Party[] }>(
      'get',
      `/world/parties?limit=100&search=${encodeURIComponent(wanted.username!)}`,
    );
    expect(found.items.map(({ partyId }) => partyId)).toContain(wanted.partyId);
  }
});

test.each(['limit=0', 'limit=101', 'limit=many', 'offset=-1', 'page=2'])(
  'listing parties with %s is refused',
  async (query) => {
    const { control } = await controlled.open();
    const pointer = `/${query.split('=')[0]!}`;
    expect(problemIn(await control('get', `/world/parties?${query}`))).toMatchObject(problem(422, { pointer }));
  },
);

test('undisclosed credentials are visible on the control plane but not to the institution', async () => {
  const sandbox = await controlled.open();
  expect(await sandbox.done('get', `/world/credentials/${PAULAS}`)).toMatchObject({
    partyId: PAULA.partyId,
    disclosed: false,
    credential: { contractId: PAULAS, metadata: { email: PAULA.email } },
  });
  expect((await party(sandbox, PAULA)).credentials).toMatchObject([{ contractId: PAULAS, disclosed: false }]);
  expect((await seen(sandbox, PAULA)).reverse).toEqual([]);
  expect((await sandbox.post('/verification/generate-link', { contractId: PAULAS })).status).toBe(404);
});

test('the history of a world is listed, oldest first', async () => {
  const sandbox = await controlled.open();
  await sandbox.done('patch', `/world/parties/${BEN.partyId}`, { status: 'BLOCKED' });
  await sandbox.post('/institutions/me/credentials/request', { partyId: PAULA.partyId, providers: ['REDDIT'] });
  expect(await sandbox.done('get', '/world/events')).toMatchObject({
    events: [
      { type: 'party-changed', partyId: BEN.partyId },
      { type: 'data-requested', partyId: PAULA.partyId, request: { provider: 'REDDIT' } },
    ],
    scheduled: [],
  });
});

test.each([
  ['issued in the future', { issuedAt: 'PT1S' }, '/issuedAt'],
  ['issued at a later date than the clock shows', { issuedAt: '2026-01-31T09:00:01Z' }, '/issuedAt'],
  ['that expires before it is issued', { issuedAt: '-P1D', expiresAt: '-P2D' }, '/expiresAt'],
])('a credential %s is refused', async (_, times, pointer) => {
  const sandbox = await controlled.open();
  const credential = { provider: 'REDDIT', contractId: '00aa', ...times };
  const calls: [path: string, body: object, place: string][] = [
    [`/world/parties/${BEN.partyId}/credentials`, credential, ''],
    ['/world/parties', { ...ADA, credentials: [credential] }, '/credentials/0'],
    [`/world/credentials/${BENS}/supersede`, times, ''],
  ];
  for (const [path, body, place] of calls) {
    expect(problemIn(await sandbox.control('post', path, body))).toMatchObject(
      problem(422, { pointer: place + pointer }),
    );
  }
  expect(await sandbox.done('get', '/world/events')).toEqual({ events: [], scheduled: [] });
});
