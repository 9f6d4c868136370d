/** A sandbox that lives through a random life: requests of every kind, and changes from outside between them. */

import fc from 'fast-check';
import type { SandboxControl } from '../../src/index.js';
import { cast } from '../cast.js';
import { tokenOf } from '../institution.js';

/** One thing that happens. */
export type Happening = (life: Life) => unknown;

/** What a life goes on with. */
export interface Life {
  readonly sandbox: SandboxControl;
  token: string;
  link: string;
}

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/** Sends a request and waits for whatever comes of it. */
async function send({ sandbox, token }: Life, path: string, { headers, ...init }: Init = {}): Promise<string> {
  try {
    const answer = await fetch(path.startsWith('/oauth') ? sandbox.url + path : sandbox.apiUrl + path, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
    return await answer.text();
  } catch {
    return '';
  }
}

const CAST = ['Alice', 'Ben', 'Paula', 'Rita', 'Tara', 'Axel', 'Vera', 'Bela'].map(cast);
const party = fc.constantFrom(...CAST);
const contractId = fc.constantFrom(
  ...CAST.flatMap(({ credentials }) => credentials.map((held) => held.contractId)),
  'unknown',
);
const provider = fc.constantFrom('GOOGLE', 'LINKEDIN', 'GITHUB', 'DISCORD', 'TWITTER', 'REDDIT' as const);

const READS: fc.Arbitrary<string> = fc.oneof(
  fc
    .record({ limit: fc.integer({ min: 0, max: 120 }), offset: fc.integer({ min: 0, max: 500 }) })
    .map(({ limit, offset }) => `/institutions/me/users?limit=${limit}&offset=${offset}&kycStatus=APPROVED`),
  fc.constantFrom(
    '/institutions/me/users?search=an&orderBy=fullName',
    '/institutions/me/credentials?limit=30',
    '/institutions/me/human-scores',
    '/institution/me/users',
    '/institutions/me/users?%',
    '/institutions/me/users?page=1',
  ),
  party.map(({ partyId }) => `/institutions/me/human-scores/${partyId}`),
  party.map(({ partyId }) => `/institutions/me/credentials/${partyId}`),
  party.map(({ email }) => `/institutions/me/credentials/resolve?q=${encodeURIComponent(email)}`),
  fc.constant('/institutions/me/credentials/resolve'),
);

const SCENARIOS = fc.constantFrom(
  'rate-limit-burst;burst=2',
  'rate-limit-steady',
  'token-expired',
  'flaky;share=0.5',
  'latency;from="0ms";to="2ms"',
  'malformed-json',
  'connection-reset',
  'body-cut',
  'batch-partial-failure',
  'no-such-scenario',
  'unknown-enum-values',
  'extra-members',
);

const json = (body: unknown): Init => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

const REQUESTS: fc.Arbitrary<Happening> = fc.oneof(
  READS.map((path) => (life: Life) => send(life, path)),
  READS.map((path) => (life: Life) => send(life, path, { method: 'HEAD' })),
  fc.tuple(READS, SCENARIOS).map(
    ([path, scenario]) =>
      (life: Life) =>
        send(life, path, { headers: { 'Emulator-Scenario': scenario } }),
  ),
  fc.tuple(READS, fc.constantFrom('Bearer nonsense', 'Bearer', 'Basic eDp5', 'Bearer a b', 'nonsense')).map(
    ([path, Authorization]) =>
      (life: Life) =>
        send(life, path, { headers: { Authorization } }),
  ),
  fc.tuple(party, provider).map(
    ([{ partyId }, name]) =>
      (life: Life) =>
        send(life, '/institutions/me/credentials/request', json({ partyId, providers: [name, 'GOOGLE'] })),
  ),
  fc
    .constantFrom('{"partyId":', '{}', '[]', 'ü')
    .map((body) => (life: Life) => send(life, '/institutions/me/credentials/request', { ...json({}), body })),
  fc.constant((life: Life) =>
    send(life, '/institutions/me/credentials/request', {
      method: 'POST',
      body: 'x',
      headers: { 'Content-Type': 'text/plain' },
    }),
  ),
  fc.constant((life: Life) =>
    send(life, '/institutions/me/credentials/request', json({ long: 'x'.repeat(1_100_000) })),
  ),
  fc.array(contractId, { minLength: 1, maxLength: 5 }).map(
    (ids) => (life: Life) =>
      send(life, '/verification/generate-links-batch', {
        ...json({ requests: ids.map((id) => ({ contractId: id })) }),
      }),
  ),
  contractId.map((id) => async (life: Life) => {
    const answer = await send(life, '/verification/generate-link', json({ contractId: id }));
    life.link = /"token":"([^"]+)"/.exec(answer)?.[1] ?? life.link;
  }),
  fc.constant((life: Life) => send(life, `/verification/check/${life.link}`)),
  fc.constant(async (life: Life) => {
    life.token = await tokenOf(life.sandbox).catch(() => life.token);
  }),
  fc.constantFrom('demo', 'wrong', '').map((secret) => (life: Life) => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: life.sandbox.clientId,
      client_secret: secret,
    }).toString();
    return send(life, '/oauth/token', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  }),
  fc.constant((life: Life) => {
    const basic = Buffer.from(`${life.sandbox.clientId}:${life.sandbox.clientSecret}`).toString('base64');
    return send(life, '/oauth/token', {
      method: 'POST',
      body: 'grant_type=client_credentials',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Basic ${basic}` },
    });
  }),
);

/** Changes may be refused: a revoked credential is not revoked again. */
const attempt =
  (act: Happening): Happening =>
  (life) => {
    try {
      return act(life);
    } catch {
      return undefined;
    }
  };

const CHANGES: fc.Arbitrary<Happening> = fc
  .oneof<fc.Arbitrary<Happening>[]>(
    fc.constantFrom('2h', '-15m', 'P40D', '1s', '-PT1H').map(
      (by) =>
        ({ sandbox }: Life) =>
          sandbox.clock.advance(by),
    ),
    fc.constantFrom(true, false).map(
      (freeze) =>
        ({ sandbox }: Life) =>
          freeze ? sandbox.clock.freeze() : sandbox.clock.thaw(),
    ),
    SCENARIOS.map(
      (scenario) =>
        ({ sandbox }: Life) =>
          sandbox.scenarios.select(scenario, { count: 3 }),
    ),
    fc.constant(({ sandbox }: Life) => {
      sandbox.scenarios.stopAll();
    }),
    party.map(
      ({ partyId }) =>
        ({ sandbox }: Life) =>
          sandbox.world.approve(partyId),
    ),
    fc.tuple(party, provider).map(
      ([{ partyId }, name]) =>
        ({ sandbox }: Life) =>
          sandbox.world.issue(partyId, { provider: name }),
    ),
    contractId.map(
      (id) =>
        ({ sandbox }: Life) =>
          sandbox.world.revoke(id, { after: 'PT30M' }),
    ),
    contractId.map(
      (id) =>
        ({ sandbox }: Life) =>
          sandbox.world.supersede(id),
    ),
    fc.constant(({ sandbox }: Life) =>
      sandbox.world.addParty({
        email: 'new@example.com',
        firstName: 'New',
        lastName: 'Comer',
        credentials: [{ provider: 'GOOGLE', contractId: `new-${sandbox.requests().length}`, issuedAt: '-P1D' }],
      }),
    ),
    party.map(
      ({ partyId }) =>
        ({ sandbox }: Life) =>
          sandbox.world.changeParty(partyId, { scenario: 'rate-limit-burst' }),
    ),
    fc.constant(({ sandbox }: Life) => sandbox.world.parties({ limit: 1 })),
  )
  .map(attempt);

/** A list of things that happen, more requests than changes. */
export const LIFE: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.oneof({ weight: 4, arbitrary: REQUESTS }, { weight: 1, arbitrary: CHANGES }),
  { minLength: 5, maxLength: 40 },
);

/** Lives it. */
export async function live(sandbox: SandboxControl, happenings: readonly Happening[]): Promise<void> {
  const life: Life = { sandbox, token: await tokenOf(sandbox), link: 'none' };
  for (const happen of happenings) await happen(life);
}
