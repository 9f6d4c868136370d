/** Every shipped state: requests over HTTP observe what it sets up. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import type { GivenState } from '../../../src/pact/pact-file.js';
import { findState } from '../../../src/pact/states/find-state.js';
import { defineState, ProviderStateError } from '../../../src/pact/states/provider-state.js';
import { sandboxOptionsFor, setUpStates } from '../../../src/pact/states/set-up-states.js';
import { providerStates } from '../../../src/pact/states/shipped-states.js';
import { shippedScenarios } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { provider, type Provider } from './provider-under-states.js';

interface Received {
  readonly status: number;
  readonly body: unknown;
}

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: { readonly total: number };
}

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator(
    {},
    {
      onInternalError: (error) => {
        throw error;
      },
    },
  );
});
afterAll(() => emulator.close());

const USERS = '/institutions/me/users';
const SCORES = '/institutions/me/human-scores';
const CREDENTIALS = '/institutions/me/credentials';
const ALICE = cast('Alice');
const BEN = cast('Ben');
const UMA = cast('Uma');
const UNPAGED = '?limit=100';

/** The body of a response with status 200. */
async function bodyOf<Body>(pending: PromiseLike<Received>): Promise<Body> {
  const { status, body } = await pending;
  expect(status).toBe(200);
  return body as Body;
}

function page(pending: PromiseLike<Received>): Promise<Page> {
  return bodyOf(pending);
}

/** The disclosed credentials of a party, by provider. */
async function disclosed({ get }: Provider, partyId: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const credentials = await bodyOf<Page['items']>(get(`${CREDENTIALS}/${partyId}`));
  return credentials.toSorted((one, other) => String(one['provider']).localeCompare(String(other['provider'])));
}

async function providersOf(under: Provider, partyId: string): Promise<unknown[]> {
  return (await disclosed(under, partyId)).map((credential) => credential['provider']);
}

async function rowsOf({ get }: Provider, partyId: string): Promise<Page['items']> {
  return (await page(get(`${USERS}?search=${encodeURIComponent(partyId)}&limit=100`))).items;
}

async function resolved({ get }: Provider, q: string): Promise<readonly unknown[]> {
  const { credentials } = await bodyOf<{ readonly credentials: readonly unknown[] }>(
    get(`${CREDENTIALS}/resolve?q=${encodeURIComponent(q)}`),
  );
  return credentials;
}

function link({ post }: Provider, contractId: string) {
  return post('/verification/generate-link', { contractId });
}

/** Whether the items of a batch have a result or an error. */
async function batch(post: Provider['post'], ...contractIds: readonly string[]): Promise<string[]> {
  const { results } = await bodyOf<{ readonly results: readonly object[] }>(
    post('/verification/generate-links-batch', { requests: contractIds.map((contractId) => ({ contractId })) }),
  );
  return results.map((result) => ['result', 'error'].filter((member) => member in result).join(' and '));
}

function check({ get }: Provider, token: string) {
  return get(`/verification/check/${token}`);
}

/** States, and requests that observe them. */
type Case = readonly [given: readonly (string | GivenState)[], observe: (under: Provider) => Promise<unknown>];

/** Every request is refused. */
function refused(status: number, token?: string): Case[1] {
  return async ({ get }) => {
    expect((await get(USERS, token)).status).toBe(status);
    expect((await get(USERS, token)).status).toBe(status);
  };
}

const CASES: readonly Case[] = [
  [
    ['party p1 has the e-mail p1@example.org', 'party p1 has the username p-one'],
    async (under) => {
      expect(await resolved(under, 'p1@example.org')).toHaveLength(1);
      expect(await resolved(under, 'p-one')).toHaveLength(1);
    },
  ],
  [
    ['party party::123 exists'],
    async (under) => {
      expect(await providersOf(under, 'party::123')).toEqual(['GITHUB']);
      expect(await rowsOf(under, 'party::123')).toHaveLength(1);
    },
  ],
  [
    [`party ${UMA.partyId} exists`],
    async (under) => {
      expect(await providersOf(under, UMA.partyId)).toEqual(['GITHUB']);
    },
  ],
  [
    ['a party exists'],
    async (under) => {
      expect(await disclosed(under, String(under.values['partyId']))).toMatchObject([
        { contractId: under.values['contractId'] },
      ]);
    },
  ],
  [
    ['party party::123 has disclosed GOOGLE and GITHUB'],
    async (under) => {
      expect(await providersOf(under, 'party::123')).toEqual(['GITHUB', 'GOOGLE']);
    },
  ],
  [
    ['a party with credentials from GOOGLE and GITHUB'],
    async (under) => {
      expect(await providersOf(under, String(under.values['partyId']))).toEqual(['GITHUB', 'GOOGLE']);
      expect(await resolved(under, String(under.values['email']))).toHaveLength(2);
    },
  ],
  [
    [`party ${BEN.partyId} has disclosed DISCORD`],
    async (under) => {
      expect(await providersOf(under, BEN.partyId)).toEqual(['DISCORD', 'GITHUB']);
    },
  ],
  [
    [`party ${ALICE.partyId} has disclosed only REDDIT and GOOGLE`],
    async (under) => {
      expect(await providersOf(under, ALICE.partyId)).toEqual(['GOOGLE', 'REDDIT']);
    },
  ],
  [
    [`party ${ALICE.partyId} has disclosed nothing`],
    async (under) => {
      expect(await disclosed(under, ALICE.partyId)).toEqual([]);
      await under.get(`${SCORES}/${ALICE.partyId}`).expect(404);
      await under.post(`${CREDENTIALS}/request`, { partyId: ALICE.partyId, providers: ['GOOGLE'] }).expect(204);
    },
  ],
  [
    ['party party::123 has no human score'],
    async ({ get }) => {
      await get(`${SCORES}/party::123`).expect(404);
    },
  ],
  [
    ['a party with e-mail "ann@example.org" exists'],
    async (under) => {
      expect(await resolved(under, 'ANN@example.org')).toMatchObject([
        { email: 'ann@example.org', kycProvider: 'GITHUB' },
      ]);
    },
  ],
  [
    [`party ${BEN.partyId} has the e-mail new@example.org`],
    async (under) => {
      expect(await resolved(under, 'new@example.org')).toMatchObject([{ partyId: BEN.partyId }]);
    },
  ],
  [
    [`a party with e-mail ${UMA.email} exists`],
    async (under) => {
      expect(await resolved(under, UMA.email)).toMatchObject([{ partyId: UMA.partyId }]);
    },
  ],
  [
    ['a party with username ann-of-the-hill exists'],
    async (under) => {
      expect(await resolved(under, 'ann-of-the-hill')).toMatchObject([{ username: 'ann-of-the-hill' }]);
    },
  ],
  [
    ['a party named Ann Hill exists'],
    async ({ get }) => {
      expect((await page(get(`${USERS}?search=ann hill`))).items).toMatchObject([{ fullName: 'Ann Hill' }]);
    },
  ],
  [
    ['party party::123 is blocked'],
    async (under) => {
      expect(await rowsOf(under, 'party::123')).toMatchObject([{ status: 'BLOCKED', kycStatus: 'BLOCKED' }]);
    },
  ],
  [
    [`user ${BEN.partyId} is inactive`],
    async (under) => {
      expect(await rowsOf(under, BEN.partyId)).toMatchObject([{ status: 'INACTIVE' }]);
    },
  ],
  [
    ['party party::nobody does not exist'],
    async ({ get }) => {
      await get(`${SCORES}/party::nobody`).expect(404);
    },
  ],
  [
    ['no parties exist', `party ${BEN.partyId} is unknown`],
    async ({ get }) => {
      await get(`${SCORES}/${BEN.partyId}`).expect(404);
    },
  ],
  [
    ['no party matches nobody@example.org'],
    async (under) => {
      expect(await resolved(under, 'nobody@example.org')).toEqual([]);
    },
  ],
  [
    ['no party matches BENBROOK'],
    async (under) => {
      expect(await resolved(under, 'benbrook')).toEqual([]);
      expect(await resolved(under, 'alicearcher')).toHaveLength(6);
    },
  ],

  [
    ['party party::123 has a pending request for GOOGLE and REDDIT'],
    async (under) => {
      expect(await rowsOf(under, 'party::123')).toMatchObject([
        { reqStatus: 'PENDING', kycStatus: 'IN_REVIEW' },
        { reqStatus: 'PENDING' },
      ]);
      under.sandbox.world.approve('party::123');
      expect(await providersOf(under, 'party::123')).toEqual(['GOOGLE', 'REDDIT']);
    },
  ],
  [
    ['party party::123 has an approved request'],
    async (under) => {
      expect(await rowsOf(under, 'party::123')).toMatchObject([{ reqStatus: 'APPROVED', kycStatus: 'APPROVED' }]);
    },
  ],
  [
    [`party ${cast('Paula').partyId} has approved the request for GOOGLE`],
    async (under) => {
      expect(await rowsOf(under, cast('Paula').partyId)).toMatchObject([{ reqStatus: 'APPROVED' }]);
    },
  ],
  [
    [`party ${cast('Paula').partyId} has rejected the request for GOOGLE`],
    async (under) => {
      expect(await rowsOf(under, cast('Paula').partyId)).toMatchObject([{ reqStatus: 'REJECTED' }]);
    },
  ],
  [
    ['party party::123 has a rejected request'],
    async (under) => {
      expect(await rowsOf(under, 'party::123')).toMatchObject([{ reqStatus: 'REJECTED', kycStatus: 'REJECTED' }]);
    },
  ],
  [
    ['party party::123 has disclosed GITHUB', 'parties approve credentials requests'],
    async (under) => {
      await under.post(`${CREDENTIALS}/request`, { partyId: 'party::123', providers: ['GOOGLE'] }).expect(204);
      expect((await rowsOf(under, 'party::123')).map((row) => row['reqStatus'])).toEqual(['APPROVED', 'APPROVED']);
    },
  ],
  ...['TO_DO', 'IN_REVIEW', 'REJECTED', 'BLOCKED', 'EXPIRED', 'APPROVED'].map((kycStatus): Case => [
    [`the KYC status of user party::123 is ${kycStatus}`],
    async (under) => {
      expect((await page(under.get(`${USERS}?search=party::123&kycStatus=${kycStatus}`))).items).toHaveLength(1);
    },
  ]),

  [
    ['contract 00abc of party party::123 exists'],
    async (under) => {
      expect(await disclosed(under, 'party::123')).toMatchObject([{ contractId: '00abc', freshness: 'FRESH' }]);
      await link(under, '00abc').expect(200);
    },
  ],
  [
    ['party party::123 has a LINKEDIN credential 00abc'],
    async (under) => {
      expect(await disclosed(under, 'party::123')).toMatchObject([{ contractId: '00abc', provider: 'LINKEDIN' }]);
    },
  ],
  [
    [`contract ${UMA.credentials[0]!.contractId} is disclosed`],
    async (under) => {
      await link(under, UMA.credentials[0]!.contractId).expect(200);
    },
  ],
  [
    ['credential 00abc of party party::123 is revoked'],
    async (under) => {
      expect(await disclosed(under, 'party::123')).toMatchObject([{ contractId: '00abc', freshness: 'REVOKED' }]);
    },
  ],
  [
    [`credential ${BEN.credentials[0]!.contractId} is revoked`],
    async (under) => {
      expect(await disclosed(under, BEN.partyId)).toMatchObject([{ freshness: 'REVOKED' }]);
    },
  ],
  [
    ['credential 00abc of party party::123 is expired'],
    async (under) => {
      expect(await disclosed(under, 'party::123')).toMatchObject([{ contractId: '00abc', kycStatus: 'EXPIRED' }]);
    },
  ],
  [
    ['party party::123 has an archived credential'],
    async (under) => {
      expect(await disclosed(under, 'party::123')).toEqual([]);
      await link(under, String(under.values['contractId'])).expect(200);
    },
  ],
  [
    ['credential 00abc of party party::123 has been superseded'],
    async (under) => {
      const [current, ...others] = await disclosed(under, 'party::123');
      expect(others).toEqual([]);
      expect(current?.['contractId']).not.toBe('00abc');
      await link(under, '00abc').expect(200);
    },
  ],
  ...['FRESH', 'MODERATE', 'STALE'].map((freshness): Case => [
    [`credential 00abc of party party::123 is ${freshness.toLowerCase()}`],
    async (under) => {
      expect(await disclosed(under, 'party::123')).toMatchObject([{ freshness }]);
    },
  ]),
  [
    ['contract 00abc is not disclosed'],
    async (under) => {
      await link(under, '00abc').expect(404);
      expect(under.sandbox.world.credential('00abc').disclosed).toBe(false);
    },
  ],
  [
    [`contract ${BEN.credentials[0]!.contractId} is not disclosed`],
    async (under) => {
      expect(await disclosed(under, BEN.partyId)).toEqual([]);
    },
  ],
  [
    ['contract 00abc cannot be linked'],
    async (under) => {
      await link(under, '00abc').expect(404);
    },
  ],
  [
    ['contract 00good exists', `contract ${BEN.credentials[0]!.contractId} cannot be linked`],
    async ({ post }) => {
      expect(await batch(post, '00good', BEN.credentials[0]!.contractId)).toEqual(['result', 'error']);
    },
  ],

  [
    ['party party::123 has a human score'],
    async ({ get }) => {
      expect((await get(`${SCORES}/party::123`).expect(200)).body).toMatchObject({
        humanScore: { details: { providerCount: 2 } },
      });
    },
  ],
  ...['low', 'medium-low', 'medium', 'medium-high', 'high'].flatMap((confidenceLevel): Case[] =>
    ['party::123', ALICE.partyId].map((partyId) => [
      [`the human score of party ${partyId} is ${confidenceLevel}`],
      async ({ get }) => {
        expect((await get(`${SCORES}/${partyId}`).expect(200)).body).toMatchObject({ humanScore: { confidenceLevel } });
      },
    ]),
  ),

  [
    ['users exist'],
    async ({ get }) => {
      for (const path of [USERS, SCORES, CREDENTIALS]) expect((await page(get(path))).items).toHaveLength(10);
    },
  ],
  [
    ['no human scores exist', 'a party has disclosed nothing'],
    async ({ get }) => {
      expect((await page(get(SCORES))).items).toEqual([]);
    },
  ],
  [
    ['no credentials exist', 'party party::1 has a pending request'],
    async ({ get }) => {
      expect((await page(get(CREDENTIALS))).items).toEqual([]);
      expect((await page(get(USERS))).items).toHaveLength(1);
    },
  ],
  [
    ['the service is available'],
    async ({ get }) => {
      expect((await get(USERS)).status).toBe(200);
    },
  ],
  [
    ['no users exist'],
    async ({ get }) => {
      for (const path of [USERS, SCORES, CREDENTIALS])
        expect(await page(get(path))).toMatchObject({ items: [], pagination: { total: 0 } });
    },
  ],
  [
    ['exactly 3 users exist'],
    async ({ get }) => {
      for (const path of [USERS, SCORES, CREDENTIALS]) expect((await page(get(path))).pagination.total).toBe(3);
    },
  ],
  [
    ['exactly 3 users exist', 'party party::123 has disclosed GOOGLE'],
    async (under) => {
      expect((await page(under.get(USERS))).pagination.total).toBe(3);
      expect(await providersOf(under, 'party::123')).toEqual(['GOOGLE']);
    },
  ],
  [
    ['enough users for several pages exist'],
    async ({ get }) => {
      expect((await page(get(USERS))).pagination.total).toBe(25);
    },
  ],
  [
    ['credential 00abc is archived', '25 credentials exist'],
    async ({ get }) => {
      const { items, pagination } = await page(get(CREDENTIALS + UNPAGED));
      expect([
        items.length,
        pagination.total,
        new Set(items.map((item) => item['contractId'])).size,
        new Set(items.map((item) => item['partyId'])).size,
      ]).toEqual([25, 25, 25, 25]);
    },
  ],
  [
    ['party party::1 has a pending request', 'exactly 4 human scores exist'],
    async ({ get }) => {
      expect((await page(get(SCORES))).pagination.total).toBe(4);
      expect((await page(get(USERS))).pagination.total).toBe(5);
    },
  ],

  [
    ['client my-client with secret my-secret is registered'],
    async ({ token, values, sandbox }) => {
      await token('my-client', 'my-secret').expect(200);
      expect(values).toEqual({ clientId: sandbox.clientId, clientSecret: sandbox.clientSecret });
    },
  ],
  [
    ['the client is unknown'],
    async ({ token, sandbox }) => {
      for (const id of ['my-client', sandbox.clientId])
        expect((await token(id, sandbox.clientSecret).expect(401)).body).toMatchObject({ error: 'invalid_client' });
    },
  ],
  [
    ['the client secret is wrong'],
    async ({ token }) => {
      await token('my-client', 'x').expect(401);
    },
  ],
  [
    ['the access token is valid'],
    async ({ get }) => {
      await get(USERS).expect(200);
    },
  ],
  [
    ['the access token has expired'],
    async ({ get }) => {
      expect((await get(USERS).expect(401)).body).toMatchObject({ message: 'The access token has expired.' });
    },
  ],
  [
    ['the access token has been revoked'],
    async ({ get, sandbox }) => {
      const { accessToken } = sandbox.accessToken();
      await get(USERS, accessToken).expect(401);
      await get(USERS, accessToken).expect(401);
    },
  ],
  [['the access token is malformed'], refused(401, 'not-a-token')],
  [
    ['the access token is malformed'],
    async ({ get, sandbox }) => {
      await get(USERS, sandbox.accessToken().accessToken).expect(401);
    },
  ],
  [['no access token is sent'], refused(401)],
  [['the access token belongs to another client'], refused(401)],
  [
    ['access tokens live 7 seconds'],
    async ({ token, sandbox }) => {
      expect((await token(sandbox.clientId, sandbox.clientSecret)).body).toMatchObject({ expires_in: 7 });
    },
  ],
  [['the institution is suspended'], refused(403)],
  [
    ['the token endpoint is down'],
    async ({ token }) => {
      await token('my-client', 'x').expect(503);
    },
  ],
  [
    ['the token endpoint is rate limited'],
    async ({ token }) => {
      expect((await token('my-client', 'x').expect(429)).headers['retry-after']).toBe('1');
    },
  ],

  [['the institution is rate limited'], refused(429)],
  [
    ['the rate limit is exceeded for 30 seconds'],
    async ({ get }) => {
      expect((await get(USERS)).headers['retry-after']).toBe('30');
    },
  ],
  [
    [{ name: 'the institution is rate limited', params: { retryAfter: 7 } }],
    async ({ get }) => {
      expect((await get(USERS)).headers['retry-after']).toBe('7');
    },
  ],
  [
    ['the institution is rate limited without Retry-After'],
    async ({ get }) => {
      expect((await get(USERS).expect(429)).headers).not.toHaveProperty('retry-after');
    },
  ],
  [['the service is temporarily unavailable'], refused(503)],
  [['the service fails'], refused(500)],
  [['a gateway answers 502'], refused(502)],
  [['a gateway answers 504'], refused(504)],
  [
    ['calls for party party::123 fail'],
    async ({ get }) => {
      await get(`${SCORES}/party::123`).expect(500);
      await get(USERS).expect(200);
    },
  ],
  [
    ['contract 00good exists', 'the batch fails for 00bad and 00worse'],
    async ({ post }) => {
      expect(await batch(post, '00bad', '00good', '00worse')).toEqual(['error', 'result', 'error']);
    },
  ],
  [
    ['contract 00good exists', 'the batch fails'],
    async ({ post }) => {
      expect(await batch(post, '00good')).toEqual(['error']);
    },
  ],

  [
    ['a link token for 00abc exists'],
    async (under) => {
      expect((await check(under, String(under.values['token'])).expect(200)).body).toMatchObject({
        contractId: '00abc',
        status: 'strong',
      });
    },
  ],
  [
    ['the verification token vt_123 is valid'],
    async (under) => {
      expect((await check(under, 'vt_123').expect(200)).body).toMatchObject({ contractId: under.values['contractId'] });
    },
  ],
  [
    ['the verification token vt_123 is unknown'],
    async (under) => {
      await check(under, 'vt_123').expect(404);
    },
  ],
  [
    ['the verification token vt_123 has expired'],
    async (under) => {
      expect((await check(under, 'vt_123').expect(404)).headers['emulator-diagnostic']).toContain(
        'the link expired 0 s ago',
      );
    },
  ],
  [
    ['the credential of verification token vt_123 is revoked'],
    async (under) => {
      expect((await check(under, 'vt_123').expect(200)).body).toMatchObject({ status: 'revoked', isRevoked: true });
    },
  ],
  [
    ['the verification token vt_123 is for a superseded credential'],
    async (under) => {
      expect((await check(under, 'vt_123').expect(200)).body).toMatchObject({ status: 'archived', isSuperseded: true });
    },
  ],
  ...['strong', 'moderate', 'weak', 'archived', 'revoked', 'expired'].map((status): Case => [
    [`the verification status of token vt_123 is ${status}`],
    async (under) => {
      expect((await check(under, 'vt_123').expect(200)).body).toMatchObject({ status });
    },
  ]),

  [
    ['the time is 2027-03-01T12:00:00Z'],
    async ({ get }) => {
      expect((await get(USERS)).headers['date']).toBe('Mon, 01 Mar 2027 12:00:00 GMT');
    },
  ],
  [
    ['the time is 2027-03-01T12:00:00Z', 'PT2H has passed'],
    async ({ get }) => {
      expect((await get(USERS)).headers['date']).toBe('Mon, 01 Mar 2027 14:00:00 GMT');
    },
  ],
  [
    ['credential 00abc of party party::123 exists', '40d have passed'],
    async (under) => {
      expect(await disclosed(under, 'party::123')).toMatchObject([{ freshness: 'MODERATE' }]);
    },
  ],
  ...['party party::slow has been asked for GOOGLE', 'the KYC status of party party::slow is IN_REVIEW'].map(
    (pending): Case => [
      [pending, 'P32D has passed'],
      async ({ get }) => {
        expect(await page(get(`${USERS}?search=party::slow`))).toMatchObject({ items: [{ reqStatus: 'EXPIRED' }] });
      },
    ],
  ),

  [
    ['scenario: rate-limit-burst;burst=1;retry-after=9'],
    async ({ get, scenarios }) => {
      expect((await get(USERS).expect(429)).headers['retry-after']).toBe('9');
      await get(USERS).expect(200);
      expect(scenarios).toEqual(['rate-limit-burst']);
    },
  ],
  [
    ['scenario: rate-limit-burst;burst=1, empty-lists'],
    async ({ get, scenarios }) => {
      await get(USERS).expect(429);
      expect((await page(get(USERS))).items).toEqual([]);
      expect(scenarios).toEqual(['rate-limit-burst', 'empty-lists']);
    },
  ],
  [
    [{ name: 'scenario: rate-limit-burst', params: { burst: 1, 'retry-after': 5 } }],
    async ({ get }) => {
      expect((await get(USERS).expect(429)).headers['retry-after']).toBe('5');
      await get(USERS).expect(200);
    },
  ],
  [
    [{ name: 'a scenario is on', params: { name: 'empty-lists' } }],
    async ({ get }) => {
      expect((await page(get(USERS))).items).toEqual([]);
    },
  ],
  [
    ['scenario for party party::123: rate-limit-steady;requests=0'],
    async ({ get }) => {
      await get(`${SCORES}/party::123`).expect(429);
      await get(USERS).expect(200);
    },
  ],

  [
    [
      'party party::1 has disclosed GOOGLE',
      'credential 00abc of party party::1 is revoked',
      'scenario: rate-limit-burst;burst=1',
    ],
    async (under) => {
      await under.get(USERS).expect(429);
      expect((await disclosed(under, 'party::1')).map(({ provider: from, freshness }) => [from, freshness])).toEqual([
        ['GITHUB', 'REVOKED'],
        ['GOOGLE', 'FRESH'],
      ]);
    },
  ],
];

function titleOf(given: Case[0]): string {
  return given
    .map((state) => (typeof state === 'string' ? state : `${state.name} ${JSON.stringify(state.params)}`))
    .join('; ')
    .replace(/(party::\w{6})\w+::\w+|(00\w{6})\w{20,}/g, '$1$2...');
}

test.each(CASES.map(([given, observe]) => [titleOf(given), given, observe] as const))(
  '%s',
  async (_, given, observe) => {
    const under = await provider(emulator, ...given);
    await observe(under);
    under.sandbox.remove();
  },
);

test('every shipped state has a case', () => {
  const covered = new Set(
    CASES.flatMap(([given]) =>
      given.map(
        (state) =>
          findState(providerStates, typeof state === 'string' ? { name: state, params: {} } : state).state.name,
      ),
    ),
  );
  expect(providerStates.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
});

test('every shipped scenario can be switched on by a state', async () => {
  for (const name of shippedScenarios().keys()) {
    const selection = name === 'variant' ? `${name};error-body=problem` : name;
    const { sandbox, scenarios } = await provider(emulator, `scenario: ${selection}`);
    expect(scenarios).toEqual([name]);
    expect(sandbox.scenarios.active()).toMatchObject([{ scenario: name }]);
    sandbox.remove();
  }
});

test('a state can set up a thousand users', async () => {
  const { get, sandbox } = await provider(emulator, 'exactly 1000 users exist');
  expect((await page(get(USERS))).pagination.total).toBe(1_000);
  sandbox.remove();
});

test.each<[string[], string]>([
  [
    ['no users exist', 'scenario: no-such-thing'],
    'provider state "scenario: no-such-thing" cannot be set up: There is no scenario "no-such-thing"',
  ],
  [
    [`party ${BEN.partyId} does not exist`],
    `party "${BEN.partyId}" exists in this world, and parties cannot be removed`,
  ],
  [
    ['party party::1 has disclosed GOOGLE and GITHUB', 'exactly 1 user exists'],
    'the provider states "party party::1 has disclosed GOOGLE and GITHUB" and "exactly 1 user exists" contradict each other: the list of users has 2, not 1; keep one of them',
  ],
  [
    [`credential ${BEN.credentials[0]!.contractId} of party party::1 exists`],
    `belongs to party "${BEN.partyId}", not to "party::1"`,
  ],
  [
    ['credential 00abc is revoked', 'credential 00abc is archived'],
    'contradict each other: the end of credential "00abc" cannot be revoked and archived; keep one of them',
  ],
  [
    ['credential 00abc is revoked', 'credential 00abc exists'],
    'the credential "00abc" is revoked in this world, which cannot be undone; name another',
  ],
  [['the time is yesterday'], 'Expected a time such as 2026-01-31T09:00:00Z, found "yesterday".'],
  [['a while has passed'], 'Expected a duration such as "PT2H", "2h" or "-15m", found "while".'],
  [['contract 00abc exists', 'somebody is there'], 'there is no provider state "somebody is there"'],
])('%j cannot be set up, and the error names the reason', async (given, message) => {
  await expect(provider(emulator, ...given)).rejects.toThrow(ProviderStateError);
  await expect(provider(emulator, ...given)).rejects.toThrow(message);
});

test('a credential that was revoked before it lapsed cannot be set up as expired', async () => {
  using sandbox = emulator.sandbox();
  const state = (name: string): GivenState[] => [{ name, params: {} }];
  await setUpStates(state('credential 00abc is revoked'), providerStates, sandbox);
  sandbox.clock.advance('P1825D');
  await expect(setUpStates(state('credential 00abc is expired'), providerStates, sandbox)).rejects.toThrow('00abc');
  await expect(setUpStates(state('credential 00abc exists'), providerStates, sandbox)).rejects.toThrow(
    'the credential "00abc" is revoked in this world',
  );
});

test('if a state is unknown, no state is set up', async () => {
  using sandbox = emulator.sandbox();
  const states = ['party party::1 exists', 'lorem ipsum'].map((name) => ({ name, params: {} }));
  await expect(setUpStates(states, providerStates, sandbox)).rejects.toThrow('lorem ipsum');
  expect(sandbox.world.events().events).toEqual([]);
});

test('a state that needs an empty world declares it, and checks it', async () => {
  using sandbox = emulator.sandbox();
  const states = [{ name: 'no users exist', params: {} }];
  expect(sandboxOptionsFor(states, providerStates)).toEqual({ fixture: 'empty', population: 0 });
  expect(sandboxOptionsFor([{ name: 'users exist', params: {} }], providerStates)).toEqual({});
  await expect(setUpStates(states, providerStates, sandbox)).rejects.toThrow(
    /^provider state "no users exist" cannot be set up: the list of users has \d+, not 0, and nothing can be removed; open the sandbox with the fixture "empty" and the population 0$/,
  );
});

test('two states that need different sandboxes are an error', () => {
  const own = defineState({
    name: 'own',
    summary: '',
    sentences: ['a large institution'],
    parameters: {},
    opensWith: { population: 1_000 },
    setUp: () => undefined,
  });
  const states = ['no users exist', 'a large institution'].map((name) => ({ name, params: {} }));
  expect(() => sandboxOptionsFor(states, [...providerStates, own])).toThrow(
    'provider state "a large institution" needs a sandbox with population 1000, another state needs 0',
  );
});

test('the same states set up the same world in every sandbox', async () => {
  const worlds = await Promise.all(
    [0, 1].map(async () => {
      const { sandbox, values } = await provider(
        emulator,
        'the time is 2026-01-31T09:00:00Z',
        'a party with credentials from GOOGLE',
        'a party exists',
        '12 credentials exist',
      );
      return JSON.stringify([values, sandbox.world.parties({ limit: 100 })]);
    }),
  );
  expect(worlds[0]).toBe(worlds[1]);
});
