/** The contents of a pact from a journal: interactions, matching rules, provider states, placeholders. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import type { InteractionDocument as Interaction, PactDocument } from '../../../src/emulator/control/pact-document.js';
import { expectedBody } from '../../../src/pact/generate/expected-body.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { fetchedBy, sandboxesOf, testExchanges, type Sender } from '../../exchanges.js';
import { untilEnd } from '../../until-end.js';
import { consumerOf, type Consumer } from './consumer.js';
import { meetScenarios, useEveryOperation } from './lives.js';

const emulator = await untilEnd(startEmulator({ now: '2026-01-31T09:00:00Z' }));

const BEN = cast('Ben');
const USERS = '/institutions/me/users';

function withoutTokens({ interactions }: PactDocument): readonly Interaction[] {
  return interactions.filter(({ description }) => !description.startsWith('a request for an access token'));
}

async function pactFrom(sender: Sender): Promise<PactDocument> {
  return (await fetchedBy(sender, 'control/pact?consumer=onboarding')).json as PactDocument;
}

const open = sandboxesOf(emulator);
testExchanges(
  new URL('interactions.yaml', import.meta.url),
  async (options) => {
    const sender = await open(options);
    return { ...sender, values: { ...sender.values, encoded: encodeURIComponent(BEN.partyId) } };
  },
  {
    interactions: async (sender) => withoutTokens(await pactFrom(sender)),
    'left-out': async (sender) => (await pactFrom(sender)).metadata['id-emulator'].leftOut,
    states: async (sender, ...words) =>
      (await pactFrom(sender)).interactions.flatMap(statesOf).includes(words.join(' ')),
  },
);

/** The pact of a consumer that made these calls in a new sandbox. */
async function pactOf(use: (consumer: Consumer) => Promise<unknown>): Promise<PactDocument> {
  using sandbox = emulator.sandbox();
  await use(await consumerOf(sandbox));
  return sandbox.pact({ consumer: 'onboarding' });
}

/** The interactions of the pact, except the request for an access token. */
async function interactionsOf(use: (consumer: Consumer) => Promise<unknown>): Promise<readonly Interaction[]> {
  return withoutTokens(await pactOf(use));
}

async function onlyInteraction(use: (consumer: Consumer) => Promise<unknown>): Promise<Interaction> {
  const interactions = await interactionsOf(use);
  expect(interactions).toHaveLength(1);
  return interactions[0]!;
}

function descriptions(interactions: readonly Interaction[]): string[] {
  return interactions.map(({ description }) => description);
}

function statesOf({ providerStates = [] }: Interaction): string[] {
  return providerStates.map(({ name }) => name);
}

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

test('headers are those of the contract, with Retry-After in both forms', async () => {
  const { response } = await onlyInteraction(({ get }) =>
    get(USERS, { 'Emulator-Scenario': 'rate-limit-burst;retry-after=7' }),
  );
  expect(response.headers).toEqual({ 'Content-Type': ['application/json; charset=utf-8'], 'Retry-After': ['7'] });
  const { regex } = response.matchingRules!.header!['Retry-After']!.matchers[0] as { regex: string };
  expect(['3', 'Wed, 21 Oct 2026 07:28:00 GMT', 'soon'].map((value) => new RegExp(regex).test(value))).toEqual([
    true,
    true,
    false,
  ]);
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

test.each<[string, string, RequestInit]>([
  ['the access token is malformed', USERS, { headers: { Authorization: 'Bearer nonsense' } }],
  ['the access token is missing', USERS, {}],
  ['the verification token {token} is unknown', '/verification/check/never-issued', {}],
])('the provider state "%s" is derived from a request that identifies no sandbox', async (state, path, init) => {
  await fetch(emulator.apiUrl + path, init);
  expect(emulator.defaultSandbox.pact({ consumer: 'onboarding' }).interactions.flatMap(statesOf)).toContain(state);
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

test.each<[string, string, (consumer: Consumer) => Promise<unknown>]>([
  [
    'a connection that ended',
    'There was no response: scenario connection-reset ended the connection.',
    ({ get }) => get(USERS, { 'Emulator-Scenario': 'connection-reset' }),
  ],
  [
    'a refused token together with a party that carries a scenario',
    `The party ${cast('Nadia').partyId} carries a scenario (connection-reset;times=999999999), which conflicts with the scenario for the access token.`,
    ({ get, sandbox }) => {
      sandbox.clock.advance('2h');
      return get(`/institutions/me/credentials/${cast('Nadia').partyId}`);
    },
  ],
])('an exchange is left out for %s, and listed', async (_, reason, use) => {
  const { metadata } = await pactOf(use);
  expect(metadata['id-emulator'].leftOut).toEqual([
    { request: expect.stringMatching(/^GET \S+ \d{3}$/) as string, exchanges: [2], reason },
  ]);
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
