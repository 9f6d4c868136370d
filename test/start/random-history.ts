/** Random histories of a sandbox: requests of every kind, and changes between them. */

import fc from 'fast-check';
import type { SandboxControl } from '../../src/index.js';
import { cast } from '../cast.js';
import { tokenOf } from '../institution.js';

/** One step of a random history. */
export type HistoryStep = (state: HistoryState) => unknown;

/** The state between steps. */
export interface HistoryState {
  readonly sandbox: SandboxControl;
  token: string;
  link: string;
}

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/** Sends a request, and waits until it has a response or fails. */
async function send({ sandbox, token }: HistoryState, path: string, { headers, ...init }: Init = {}): Promise<string> {
  try {
    const response = await fetch(path.startsWith('/oauth') ? sandbox.url + path : sandbox.apiUrl + path, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
    return await response.text();
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

const REQUESTS: fc.Arbitrary<HistoryStep> = fc.oneof(
  READS.map((path) => (state: HistoryState) => send(state, path)),
  READS.map((path) => (state: HistoryState) => send(state, path, { method: 'HEAD' })),
  fc.tuple(READS, SCENARIOS).map(
    ([path, scenario]) =>
      (state: HistoryState) =>
        send(state, path, { headers: { 'Emulator-Scenario': scenario } }),
  ),
  fc.tuple(READS, fc.constantFrom('Bearer nonsense', 'Bearer', 'Basic eDp5', 'Bearer a b', 'nonsense')).map(
    ([path, Authorization]) =>
      (state: HistoryState) =>
        send(state, path, { headers: { Authorization } }),
  ),
  fc.tuple(party, provider).map(
    ([{ partyId }, name]) =>
      (state: HistoryState) =>
        send(state, '/institutions/me/credentials/request', json({ partyId, providers: [name, 'GOOGLE'] })),
  ),
  fc
    .constantFrom('{"partyId":', '{}', '[]', 'ü')
    .map((body) => (state: HistoryState) => send(state, '/institutions/me/credentials/request', { ...json({}), body })),
  fc.constant((state: HistoryState) =>
    send(state, '/institutions/me/credentials/request', {
      method: 'POST',
      body: 'x',
      headers: { 'Content-Type': 'text/plain' },
    }),
  ),
  fc.constant((state: HistoryState) =>
    send(state, '/institutions/me/credentials/request', json({ long: 'x'.repeat(1_100_000) })),
  ),
  fc.array(contractId, { minLength: 1, maxLength: 5 }).map(
    (ids) => (state: HistoryState) =>
      send(state, '/verification/generate-links-batch', {
        ...json({ requests: ids.map((id) => ({ contractId: id })) }),
      }),
  ),
  contractId.map((id) => async (state: HistoryState) => {
    const response = await send(state, '/verification/generate-link', json({ contractId: id }));
    state.link = /"token":"([^"]+)"/.exec(response)?.[1] ?? state.link;
  }),
  fc.constant((state: HistoryState) => send(state, `/verification/check/${state.link}`)),
  fc.constant(async (state: HistoryState) => {
    state.token = await tokenOf(state.sandbox).catch(() => state.token);
  }),
  fc.constantFrom('demo', 'wrong', '').map((secret) => (state: HistoryState) => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: state.sandbox.clientId,
      client_secret: secret,
    }).toString();
    return send(state, '/oauth/token', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  }),
  fc.constant((state: HistoryState) => {
    const basic = Buffer.from(`${state.sandbox.clientId}:${state.sandbox.clientSecret}`).toString('base64');
    return send(state, '/oauth/token', {
      method: 'POST',
      body: 'grant_type=client_credentials',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Basic ${basic}` },
    });
  }),
);

/** Changes may be refused: a revoked credential is not revoked again. */
const attempt =
  (act: HistoryStep): HistoryStep =>
  (state) => {
    try {
      return act(state);
    } catch {
      return undefined;
    }
  };

const CHANGES: fc.Arbitrary<HistoryStep> = fc
  .oneof<fc.Arbitrary<HistoryStep>[]>(
    fc.constantFrom('2h', '-15m', 'P40D', '1s', '-PT1H').map(
      (by) =>
        ({ sandbox }: HistoryState) =>
          sandbox.clock.advance(by),
    ),
    SCENARIOS.map(
      (scenario) =>
        ({ sandbox }: HistoryState) =>
          sandbox.scenarios.select(scenario, { count: 3 }),
    ),
    fc.constant(({ sandbox }: HistoryState) => {
      sandbox.scenarios.stopAll();
    }),
    party.map(
      ({ partyId }) =>
        ({ sandbox }: HistoryState) =>
          sandbox.world.approve(partyId),
    ),
    fc.tuple(party, provider).map(
      ([{ partyId }, name]) =>
        ({ sandbox }: HistoryState) =>
          sandbox.world.issue(partyId, { provider: name }),
    ),
    contractId.map(
      (id) =>
        ({ sandbox }: HistoryState) =>
          sandbox.world.revoke(id, { after: 'PT30M' }),
    ),
    contractId.map(
      (id) =>
        ({ sandbox }: HistoryState) =>
          sandbox.world.supersede(id),
    ),
    fc.constant(({ sandbox }: HistoryState) =>
      sandbox.world.addParty({
        email: 'new@example.com',
        firstName: 'New',
        lastName: 'Comer',
        credentials: [{ provider: 'GOOGLE', contractId: `new-${sandbox.requests().length}`, issuedAt: '-P1D' }],
      }),
    ),
    party.map(
      ({ partyId }) =>
        ({ sandbox }: HistoryState) =>
          sandbox.world.changeParty(partyId, { scenario: 'rate-limit-burst' }),
    ),
    fc.constant(({ sandbox }: HistoryState) => sandbox.world.parties({ limit: 1 })),
  )
  .map(attempt);

const CLOCK: fc.Arbitrary<HistoryStep> = fc.constantFrom(true, false).map(
  (freeze) =>
    ({ sandbox }: HistoryState) =>
      freeze ? sandbox.clock.freeze() : sandbox.clock.thaw(),
);

/** A history with more requests than changes. */
function historyOf(changes: fc.Arbitrary<HistoryStep>): fc.Arbitrary<readonly HistoryStep[]> {
  const step = fc.oneof({ weight: 4, arbitrary: REQUESTS }, { weight: 1, arbitrary: changes });
  return fc.array(step, { minLength: 5, maxLength: 40 });
}

/** A random history in which time passes by steps alone: it can be repeated. */
export const FROZEN_HISTORY = historyOf(CHANGES);

/** A random history in which the clock may run. */
export const RANDOM_HISTORY = historyOf(fc.oneof({ weight: 10, arbitrary: CHANGES }, { weight: 1, arbitrary: CLOCK }));

/**
 * Performs the steps.
 * @param from the state after the steps before, whose scenarios may let no new token be obtained; by default they are the
 * first ones
 * @returns the state after them
 */
export async function performSteps(
  sandbox: SandboxControl,
  steps: readonly HistoryStep[],
  from?: HistoryState,
): Promise<HistoryState> {
  const state = from ?? { sandbox, token: await tokenOf(sandbox), link: 'none' };
  for (const step of steps) await step(state);
  return state;
}
