/** The contents of a pact from a journal: interactions, matching rules, provider states, placeholders. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/emulator/options.js';
import { startEmulator, type Emulator } from '../../../src/index.js';
import type {
  InteractionDocument as Interaction,
  Matcher,
  PactDocument,
  Rule,
} from '../../../src/emulator/control/pact-document.js';
import { expectedBody } from '../../../src/pact/generate/expected-body.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { consumerOf, type Consumer } from './consumer.js';
import { meetScenarios, useEveryOperation } from './lives.js';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ now: '2026-01-31T09:00:00Z' });
});
afterAll(() => emulator.close());

const BEN = cast('Ben');
const USERS = '/institutions/me/users';

/** The pact of a consumer that made these calls in a new sandbox. */
async function pactOf(
  use: (consumer: Consumer) => Promise<unknown>,
  options: SandboxOptions = {},
): Promise<PactDocument> {
  using sandbox = emulator.sandbox(options);
  await use(await consumerOf(sandbox));
  return sandbox.pact({ consumer: 'onboarding' });
}

/** The interactions of the pact, except the request for an access token. */
async function interactionsOf(
  use: (consumer: Consumer) => Promise<unknown>,
  options?: SandboxOptions,
): Promise<readonly Interaction[]> {
  const { interactions } = await pactOf(use, options);
  return interactions.filter(({ description }) => !description.startsWith('a request for an access token'));
}

async function onlyInteraction(
  use: (consumer: Consumer) => Promise<unknown>,
  options?: SandboxOptions,
): Promise<Interaction> {
  const interactions = await interactionsOf(use, options);
  expect(interactions).toHaveLength(1);
  return interactions[0]!;
}

function descriptions(interactions: readonly Interaction[]): string[] {
  return interactions.map(({ description }) => description);
}

function matchersOf(rules: Readonly<Record<string, Rule>> | undefined): Readonly<Record<string, readonly Matcher[]>> {
  return Object.fromEntries(Object.entries(rules ?? {}).map(([place, { matchers }]) => [place, matchers]));
}

function statesOf({ providerStates = [] }: Interaction): string[] {
  return providerStates.map(({ name }) => name);
}

test('similar exchanges are one interaction, whose example is the first of them', async () => {
  const { request, response, description } = await onlyInteraction(async ({ get }) => {
    for (const limit of [2, 3, 50]) await get(`${USERS}?limit=${limit}`);
  });
  expect(description).toBe('a request for the users list, 2 of a page');
  expect(request.query).toEqual({ limit: ['2'] });
  expect(response.body?.content).toMatchObject({ pagination: { limit: 2 } });
});

test.each<[string, (consumer: Consumer) => Promise<unknown>]>([
  ['other parameters', async ({ get }) => [await get(USERS), await get(`${USERS}?limit=2`)]],
  ['another status', async ({ get }) => [await get(`${USERS}?limit=2`), await get(`${USERS}?limit=200`)]],
  ['an empty list', async ({ get }) => [await get(`${USERS}?search=a`), await get(`${USERS}?search=nobody`)]],
  [
    'another mistake in the request',
    async ({ get }) => [await get(`${USERS}?limit=0`), await get(`${USERS}?limit=-1`)],
  ],
  [
    'another provider state',
    async ({ get }) => [await get(USERS), await get(USERS, { 'Emulator-Scenario': 'empty-lists' })],
  ],
  [
    'another standing of a link',
    async ({ get, post, sandbox }) => {
      const { token } = (await post('/verification/generate-link', { contractId: BEN.credentials[0]!.contractId })) as {
        token: string;
      };
      const active = await get(`/verification/check/${token}`);
      sandbox.world.revoke(BEN.credentials[0]!.contractId);
      return [active, await get(`/verification/check/${token}`)];
    },
  ],
])('exchanges are different interactions with %s', async (_, use) => {
  const interactions = (await interactionsOf(use)).filter(
    ({ description }) => !description.startsWith('a request for a verification link'),
  );
  expect(interactions).toHaveLength(2);
});

test('the same requests give the same pact, byte for byte', async () => {
  const [one, other] = await Promise.all([pactOf(useEveryOperation), pactOf(useEveryOperation)]);
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});

test('the order of the interactions does not depend on the order of the requests', async () => {
  const calls = [USERS, `${USERS}?limit=0`, '/institutions/me/credentials', '/institutions/me/human-scores'];
  const [one, other] = await Promise.all(
    [calls, calls.toReversed()].map((paths) =>
      interactionsOf(async ({ get }) => {
        for (const path of paths) await get(path);
      }),
    ),
  );
  expect(one).toEqual(other);
});

test.each([
  ['every operation', useEveryOperation],
  ['scenarios', meetScenarios],
])('descriptions and keys are unique with %s', async (_, use) => {
  const interactions = await interactionsOf(use);
  expect(new Set(descriptions(interactions)).size).toBe(interactions.length);
  expect(new Set(interactions.map(({ key }) => key)).size).toBe(interactions.length);
});

test('one item represents a list, with the members that the contract requires', async () => {
  const alice = cast('Alice');
  const { response } = await onlyInteraction(({ get }) => get(`/institutions/me/credentials/${alice.partyId}`));
  expect(response.body?.content).toEqual([expect.objectContaining({ metadata: {} })]);
  expect(matchersOf(response.matchingRules?.body)).toMatchObject({
    $: [{ match: 'type', min: 1 }],
    '$[*].partyId': [{ match: 'regex', regex: String.raw`^[^\u0000]+$` }],
    '$[*].provider': [{ match: 'regex', regex: '^(GOOGLE|LINKEDIN|GITHUB|DISCORD|TWITTER|REDDIT)$' }],
    '$[*].issuedAt': [{ match: 'regex', regex: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$` }],
  });
});

test('an empty list has no matching rule', async () => {
  const { response } = await onlyInteraction(({ get }) => get('/institutions/me/credentials/nobody'));
  expect(response).toMatchObject({ body: { content: [] } });
  expect(response.matchingRules).not.toHaveProperty('body');
});

test('numbers are matched by their type in the contract', async () => {
  const { response } = await onlyInteraction(({ get }) => get(`/institutions/me/human-scores/${BEN.partyId}`));
  expect(matchersOf(response.matchingRules?.body)).toMatchObject({ '$.humanScore.totalScore': [{ match: 'number' }] });
});

test('a nullable member is matched by its type or null', async () => {
  const [check] = (
    await interactionsOf(async ({ get, post }) => {
      const { token } = (await post('/verification/generate-link', { contractId: BEN.credentials[0]!.contractId })) as {
        token: string;
      };
      await get(`/verification/check/${token}`);
    })
  ).slice(-1);
  const rules = check!.response.matchingRules!.body!;
  expect(rules['$.expiredAt']).toMatchObject({ combine: 'OR', matchers: [{ match: 'regex' }, { match: 'null' }] });
  expect(rules['$.status']).toEqual({
    combine: 'AND',
    matchers: [{ match: 'regex', regex: '^(strong|moderate|weak)$' }],
  });
});

test('an error is matched by its code, its message by type', async () => {
  const { response } = await onlyInteraction(({ get }) => get('/institutions/me/human-scores/nobody'));
  expect(matchersOf(response.matchingRules?.body)).toEqual({
    '$.error': [{ match: 'equality' }],
    '$.message': [{ match: 'type' }],
  });
});

test('headers are those of the contract, with Retry-After in both forms', async () => {
  const { response } = await onlyInteraction(({ get }) =>
    get(USERS, { 'Emulator-Scenario': 'rate-limit-burst;retry-after=7' }),
  );
  expect(response.headers).toEqual({ 'Content-Type': ['application/json; charset=utf-8'], 'Retry-After': ['7'] });
  const { regex } = matchersOf(response.matchingRules?.header)['Retry-After']![0] as { regex: string };
  expect(['3', 'Wed, 21 Oct 2026 07:28:00 GMT', 'soon'].map((value) => new RegExp(regex).test(value))).toEqual([
    true,
    true,
    false,
  ]);
});

test('a request accepts another party and another page', async () => {
  const { request } = await onlyInteraction(({ get }) =>
    get(`/institutions/me/credentials?offset=0&limit=5&partyIds=${BEN.partyId}`),
  );
  expect(matchersOf(request.matchingRules?.query)).toEqual({
    offset: [{ match: 'regex', regex: String.raw`^\d+$` }],
    limit: [{ match: 'regex', regex: String.raw`^\d+$` }],
    partyIds: [{ match: 'type' }],
  });
});

test('the path does not depend on how a client encodes it', async () => {
  const { request } = await onlyInteraction(async ({ get }) => {
    await get(`/institutions/me/credentials/${encodeURIComponent(BEN.partyId)}`);
    await get(`/institutions/me/credentials/${BEN.partyId}`);
  });
  expect(request.path).toBe(`/api/v1/institutions/me/credentials/${BEN.partyId}`);
  expect(request.matchingRules?.path?.matchers).toEqual([
    { match: 'regex', regex: '^/api/v1/institutions/me/credentials/[^/]+$' },
  ]);
});

test('a refused request keeps its exact values', async () => {
  const { request } = await onlyInteraction(({ post }) =>
    post('/institutions/me/credentials/request', { partyId: BEN.partyId, providers: ['MYSPACE'] }),
  );
  expect(request.body?.content).toEqual({ partyId: BEN.partyId, providers: ['MYSPACE'] });
  expect(request.matchingRules).not.toHaveProperty('body');
});

test('a pact contains no secrets, and no traces of redaction', async () => {
  using sandbox = emulator.sandbox();
  const consumer = await consumerOf(sandbox);
  await useEveryOperation(consumer);
  await consumer.requestToken({ client_id: sandbox.clientId, client_secret: 'a wrong one' });
  const text = JSON.stringify(sandbox.pact({ consumer: 'onboarding' }));
  for (const secret of [
    sandbox.clientId,
    sandbox.clientSecret,
    'a wrong one',
    'eyJ',
    '~client-secret~',
    '-secret~',
    '~signature~',
    'Emulator-',
    sandbox.url,
  ])
    expect(text).not.toContain(secret);
  expect(text).toContain('Bearer access-token');
});

test('checks of an archived and of a superseded credential are two interactions', async () => {
  const interactions = await interactionsOf(async ({ sandbox, get, post }) => {
    for (const end of ['archive', 'supersede'] as const) {
      const { contractId } = sandbox.world.issue(BEN.partyId, { provider: 'GITHUB' });
      const { token } = (await post('/verification/generate-link', { contractId })) as { token: string };
      sandbox.world[end](contractId);
      await get(`/verification/check/${token}`);
    }
  });
  const standings = interactions.flatMap(({ providerStates = [] }) =>
    providerStates.flatMap(({ params }) => params?.['standing'] ?? []),
  );
  expect(standings.toSorted()).toEqual(['archived', 'superseded']);
});

test('the token of a link comes from a provider state', async () => {
  const { contractId } = BEN.credentials[0]!;
  const [check] = (
    await interactionsOf(async ({ get, post }) => {
      const { token } = (await post('/verification/generate-link', { contractId })) as { token: string };
      await get(`/verification/check/${token}`);
    })
  ).slice(-1);
  expect(check).toMatchObject({
    providerStates: [
      {
        name: 'a link token for {contractId} exists',
        params: { contractId, partyId: BEN.partyId, provider: 'GITHUB' },
      },
    ],
    request: {
      path: '/api/v1/verification/check/link-token',
      generators: {
        path: { type: 'ProviderState', expression: '/api/v1/verification/check/${token}', dataType: 'STRING' },
      },
    },
  });
});

test.each<[string, (consumer: Consumer) => Promise<unknown>]>([
  [
    'the institution is rate limited',
    async ({ get, sandbox }) => {
      sandbox.use('rate-limit-burst', { after: 1, burst: 2 });
      for (let call = 1; call <= 3; call++) await get(USERS);
    },
  ],
  [
    'scenario: flaky;share=1',
    async ({ get, sandbox }) => {
      sandbox.use('flaky', { share: 0.99 });
      for (let call = 1; call <= 3; call++) await get(USERS);
    },
  ],
  [
    'the service has an internal error',
    async ({ get, sandbox }) => {
      sandbox.use('rough-start');
      for (let call = 1; call <= 3; call++) await get(USERS);
    },
  ],
  [
    'scenario: rate-limit-steady;requests=0;per="60000ms"',
    async ({ get, sandbox }) => {
      sandbox.use('rate-limit-steady', { requests: 1, per: '1m' });
      for (let call = 1; call <= 3; call++) await get(USERS);
    },
  ],
  [
    'scenario: batch-partial-failure;indexes="1"',
    ({ post }) =>
      post(
        '/verification/generate-links-batch',
        {
          requests: cast('Alice')
            .credentials.slice(0, 2)
            .map(({ contractId }) => ({ contractId })),
        },
        { 'Emulator-Scenario': 'batch-partial-failure;indexes="1"' },
      ),
  ],
  [
    'the access token has expired',
    ({ get, sandbox }) => {
      sandbox.clock.advance('2h');
      return get(USERS);
    },
  ],
  ['no party matches {q}', ({ get }) => get('/institutions/me/credentials/resolve?q=nobody')],
  [
    'the verification token {token} has expired',
    async ({ get, post, sandbox }) => {
      const { token } = (await post('/verification/generate-link', { contractId: BEN.credentials[0]!.contractId })) as {
        token: string;
      };
      sandbox.clock.advance('2h');
      await get(`/verification/check/${token}`);
    },
  ],
])('the provider state "%s" is derived from the exchange', async (state, use) => {
  expect((await interactionsOf(use)).flatMap(statesOf)).toContain(state);
});

test.each<[string, string, RequestInit]>([
  ['the access token is malformed', USERS, { headers: { Authorization: 'Bearer nonsense' } }],
  ['the access token is missing', USERS, {}],
  ['the verification token {token} is unknown', '/verification/check/never-issued', {}],
])('the provider state "%s" is derived from a request that identifies no sandbox', async (state, path, init) => {
  await fetch(emulator.apiUrl + path, init);
  expect(emulator.defaultSandbox.pact({ consumer: 'onboarding' }).interactions.flatMap(statesOf)).toContain(state);
});

test('data of a new sandbox needs no provider state, added data does', async () => {
  const interactions = await interactionsOf(async ({ get, sandbox: { world } }) => {
    await get(`/institutions/me/credentials/${BEN.partyId}`);
    world.addParty({
      partyId: 'party::123',
      email: 'jo@example.org',
      firstName: 'Jo',
      lastName: 'Doe',
      credentials: [{ provider: 'GITHUB', contractId: '00abc', issuedAt: '-P1D' }],
    });
    await get('/institutions/me/credentials/party::123');
    world.revoke('00abc');
    await get('/institutions/me/credentials/party::123');
  });
  expect(interactions.map(({ description, providerStates }) => [description, providerStates])).toEqual([
    ['a request for the credentials of a party', undefined],
    [
      'a request for the credentials of a party, revoked',
      [
        {
          name: 'credential {contractId} of party {partyId} is revoked',
          params: { contractId: '00abc', partyId: 'party::123', provider: 'GITHUB' },
        },
      ],
    ],
    [
      'a request for the credentials of a party, of an added party',
      [{ name: 'party {partyId} has disclosed {providers}', params: { partyId: 'party::123', providers: ['GITHUB'] } }],
    ],
  ]);
});

test('added data is expected with its required members only', async () => {
  const { response } = await onlyInteraction(({ get, sandbox: { world } }) => {
    world.addParty({
      partyId: 'party::123',
      email: 'jo@example.org',
      firstName: 'Jo',
      lastName: 'Doe',
      credentials: [
        {
          provider: 'GITHUB',
          contractId: '00abc',
          issuedAt: '-P1D',
          metadata: { email: 'jo@example.org', phone: '1' },
        },
      ],
    });
    return get('/institutions/me/credentials/resolve?partyId=party::123');
  });
  expect(response.body?.content).toEqual({
    credentials: [
      {
        partyId: 'party::123',
        userId: expect.any(Number) as number,
        email: 'jo@example.org',
        kycProvider: 'GITHUB',
        contractId: '00abc',
      },
    ],
  });
});

test('a batch of which an item failed expects the error at its place, and the results of the others', async () => {
  const requests = [...BEN.credentials.slice(0, 1).map(({ contractId }) => ({ contractId })), { contractId: '00ff' }];
  const { response } = await onlyInteraction(({ post }) => post('/verification/generate-links-batch', { requests }));
  const { results } = response.body!.content as { results: readonly object[] };
  expect(results.map((result) => Object.keys(result))).toEqual([
    ['contractId', 'result'],
    ['contractId', 'error'],
  ]);
  // Without a rule for the list, its length and its order count.
  expect(Object.keys(response.matchingRules!.body!)).not.toContain('$.results');
});

test('a body that is refused for its media type is the text that was sent', async () => {
  const { request } = await onlyInteraction(({ post }) =>
    post('/verification/generate-link', 'contractId=1', { 'Content-Type': 'text/plain' }),
  );
  expect(request.body?.content).toBe('contractId=1');
  expect(request.matchingRules?.body).toBeUndefined();
});

test('a scenario that only delays is no provider state', async () => {
  const { providerStates } = await onlyInteraction(({ get }) =>
    get(USERS, { 'Emulator-Scenario': 'latency;from="0ms";to="1ms"' }),
  );
  expect(providerStates).toBeUndefined();
});

test.each<[string, string, (consumer: Consumer) => Promise<unknown>, SandboxOptions?]>([
  ['no operation', 'The contract has no such operation.', ({ get }) => get('/institution/me/users')],
  [
    'an invalid selection of scenarios',
    'The emulator refused the request, not the service: The selection of scenarios is invalid.',
    ({ get }) => get(USERS, { 'Emulator-Scenario': 'no-such-scenario' }),
  ],
  [
    'a connection that ended',
    'There was no response: scenario connection-reset ended the connection.',
    ({ get }) => get(USERS, { 'Emulator-Scenario': 'connection-reset' }),
  ],
  [
    'a response that violates the contract',
    'The response violates the contract under scenario bad-gateway. The status: expected one of 200, 400, 401, 403, 429, 500, found 502.',
    ({ get }) => get(USERS, { 'Emulator-Scenario': 'bad-gateway' }),
  ],
  [
    'a preference',
    'The response is an example that the header Prefer requested (code=429), and only the emulator supports that; use a scenario instead.',
    ({ get }) => get(USERS, { Prefer: 'code=429' }),
  ],
  [
    'a variant of the contract',
    'The response is that of a variant (error-body=problem), but verification uses the contract itself.',
    ({ get }) => get(`${USERS}?limit=0`, { 'Emulator-Scenario': 'variant;error-body=problem' }),
  ],
  [
    'a refusal of strict sandboxes',
    'Nothing in the request explains the 400; a strict sandbox refuses what other sandboxes ignore.',
    ({ get }) => get(`${USERS}?page=1`),
    { strict: true },
  ],
  [
    'a field that cannot be decoded',
    'The request has a field that cannot be decoded: %zz.',
    ({ get }) => get(`${USERS}?search=%zz`),
  ],
  [
    'a page that is empty in a new sandbox',
    'No provider state fills this page of the list (offset=1000): it is empty in a new sandbox.',
    ({ get }) => get(`${USERS}?offset=1000`),
    { population: 2_000 },
  ],
  [
    'a refused token together with a party that carries a scenario',
    `The party ${cast('Nadia').partyId} carries a scenario (connection-reset;times=999999999), which conflicts with the scenario for the access token.`,
    ({ get, sandbox }) => {
      sandbox.clock.advance('2h');
      return get(`/institutions/me/credentials/${cast('Nadia').partyId}`);
    },
  ],
])('an exchange is left out for %s, and listed', async (_, reason, use, options) => {
  const { metadata } = await pactOf(use, options);
  expect(metadata['id-emulator'].leftOut).toEqual([
    { request: expect.stringMatching(/^GET \S+ \d{3}$/) as string, exchanges: [2], reason },
  ]);
});

test('equal exchanges that are left out for the same reason have one entry', async () => {
  const { metadata } = await pactOf(async ({ get }) => {
    for (let call = 1; call <= 3; call++) await get('/institution/me/users');
  });
  expect(metadata['id-emulator'].leftOut).toEqual([
    {
      request: 'GET /api/v1/institution/me/users 404',
      exchanges: [2, 3, 4],
      reason: 'The contract has no such operation.',
    },
  ]);
});

test('a pact names its consumer, its provider and the contract', async () => {
  using sandbox = emulator.sandbox();
  await consumerOf(sandbox);
  expect(sandbox.pact({ consumer: 'web', provider: 'disclosure' })).toMatchObject({
    consumer: { name: 'web' },
    provider: { name: 'disclosure' },
    metadata: {
      pactSpecification: { version: '4.0' },
      'id-emulator': { version: '0.1.0', contract: { version: '1.0.0' } },
    },
  });
  expect(descriptions(sandbox.pact({ consumer: 'web' }).interactions)).toEqual(['a request for an access token']);
  expect(sandbox.pact({ consumer: 'web' }).provider.name).toBe('identity');
});

test.each([{ consumer: ' ' }, { consumer: 'web', provider: '' }])('a blank name is refused: %j', (names) => {
  using sandbox = emulator.sandbox();
  expect(() => sandbox.pact(names)).toThrow(/Expected the name of the (?:consumer|provider), found " ?"/);
});

test('a pact over HTTP is the same as in-process', async () => {
  using sandbox = emulator.sandbox();
  await (await consumerOf(sandbox)).get(USERS);
  const answer = await fetch(`${sandbox.url}/_emulator/sandboxes/${sandbox.id}/pact?consumer=web`);
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(sandbox.pact({ consumer: 'web' }))));
});

test('a pact over HTTP requires the name of the consumer', async () => {
  const answer = await fetch(`${emulator.url}/_emulator/sandboxes/default/pact`);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ detail: 'Query /consumer: expected a string, found nothing.' });
});

test('an unknown parameter keeps its exact value', async () => {
  const { description, request } = await onlyInteraction(({ get }) =>
    get(`/institutions/me/credentials/${BEN.partyId}?limit=many`),
  );
  expect(description).toBe('a request for the credentials of a party, with an unknown limit');
  expect(request).toMatchObject({ query: { limit: ['many'] } });
  expect(request.matchingRules).not.toHaveProperty('query');
});

test('lists that are nested 90 levels deep in a request become an interaction like others', async () => {
  let added: unknown = 1;
  for (let level = 0; level < 90; level++) added = [added];
  const { request } = await onlyInteraction(({ post }) =>
    post('/institutions/me/credentials/request', { partyId: BEN.partyId, providers: ['REDDIT'], added }),
  );
  expect(request.body?.content).toMatchObject({ added });
});

test('a list of a hundred items costs no more look-ups in the contract than a list of one item', async () => {
  using sandbox = emulator.sandbox();
  const { get } = await consumerOf(sandbox);
  const { document, operations } = shippedContract();
  const schema = operations.get('getHumanScores')!.responses.get(200)!.schema!;
  const lookUpsFor = async (limit: number): Promise<number> => {
    let lookUps = 0;
    const counting = Object.defineProperty({ ...document }, 'components', {
      get: () => (lookUps++, document.components),
    });
    const list = (await get(`/institutions/me/human-scores?limit=${limit}`)) as { readonly items: readonly unknown[] };
    expect(list.items).toHaveLength(limit);
    expectedBody(schema, list, { document: counting, distinctive: new Map() });
    return lookUps;
  };
  const ofOne = await lookUpsFor(1);
  expect(ofOne).toBeGreaterThan(1);
  expect(await lookUpsFor(100)).toBe(ofOne);
});

test('a 503 of service-unavailable has its provider state', async () => {
  const interaction = await onlyInteraction(({ get }) => get(USERS, { 'Emulator-Scenario': 'service-unavailable' }));
  expect(statesOf(interaction)).toEqual(['the service is unavailable']);
  expect(interaction.response).toEqual({ status: 503 });
});
