/** What the journal tells about a consumer, over HTTP. */

import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '../cast.js';
import { tokenOf } from '../institution.js';
import { startSteered, type Steered, type TestSandbox } from './steered.js';

interface Behaviour {
  readonly sandbox: string;
  readonly exchanges: number;
  readonly passed: boolean;
  readonly verdicts: readonly {
    readonly rule: string;
    readonly verdict: string;
    readonly exchanges: readonly number[];
    readonly remedy?: string;
    readonly offences: readonly { readonly exchanges: readonly number[] }[];
  }[];
}

const BENS = cast('Ben').credentials[0]!.contractId;

let steered: Steered;
beforeAll(async () => {
  steered = await startSteered({ population: 0 });
});
afterAll(() => steered.close());

const behaviourOf = ({ done }: TestSandbox) => done<Behaviour>('get', '/behaviour');

/** What a careless client does, and the rule that it breaks. */
const CARELESS: [rule: string, act: (sandbox: TestSandbox) => Promise<unknown>][] = [
  [
    'wait-as-told',
    async ({ get }) => {
      await get('/institutions/me/users').set('Emulator-Scenario', 'rate-limit-burst;retry-after=5');
      await get('/institutions/me/users');
    },
  ],
  ['reuse-token', (sandbox) => tokenOf(sandbox)],
  [
    'drop-refused-token',
    async ({ get }) => {
      for (let call = 0; call < 2; call++)
        await get('/institutions/me/users').set('Emulator-Scenario', 'token-revoked');
    },
  ],
  [
    'bounded-batch',
    ({ post }) =>
      post('/verification/generate-links-batch', {
        requests: Array.from({ length: 101 }, () => ({ contractId: BENS })),
      }),
  ],
  [
    'no-token-in-public',
    async ({ get, post }) => {
      const { token } = (await post('/verification/generate-link', { contractId: BENS })).body as { token: string };
      await get(`/verification/check/${token}`);
    },
  ],
  ['no-secret-in-url', ({ get, clientSecret }) => get(`/institutions/me/users?client_secret=${clientSecret}`)],
  ['known-endpoints', ({ get }) => get('/institution/me/users')],
  [
    'right-media-type',
    ({ post }) => post('/verification/generate-link', {}).set('Content-Type', 'text/plain').send('{}'),
  ],
  [
    'repeat-no-post',
    async ({ post }) => {
      for (let call = 0; call < 2; call++)
        await post('/institutions/me/credentials/request', { partyId: cast('Ben').partyId, providers: ['REDDIT'] });
    },
  ],
];

test.each(CARELESS)('a client that breaks the rule %s fails it, and the exchanges prove it', async (rule, act) => {
  const sandbox = await steered.open();
  await act(sandbox);
  const { verdicts, passed, exchanges } = await behaviourOf(sandbox);
  const verdict = verdicts.find((candidate) => candidate.rule === rule);
  expect(verdict).toMatchObject({ verdict: 'fail' });
  expect(passed).toBe(false);
  const proof = verdict!.offences.flatMap((offence) => offence.exchanges);
  expect(proof.length).toBeGreaterThan(0);
  for (const number of proof) expect(number).toBeLessThanOrEqual(exchanges);
});

test('calls without a token are held against the default sandbox, because they name no other', async () => {
  const sandbox = await steered.sandbox('default');
  await request(sandbox.apiUrl).get('/institutions/me/users');
  const { verdicts } = await behaviourOf(sandbox);
  expect(verdicts.find(({ rule }) => rule === 'token-with-every-call')).toMatchObject({
    verdict: 'fail',
    offences: [{ requests: ['GET /api/v1/institutions/me/users 401'] }],
  });
});

test('a client that asks as it should breaks no rule', async () => {
  const sandbox = await steered.open();
  await sandbox.get('/institutions/me/users');
  await sandbox.get(`/institutions/me/credentials/${cast('Ben').partyId}`);
  const behaviour = await behaviourOf(sandbox);
  expect(behaviour).toMatchObject({ sandbox: sandbox.id, exchanges: 3, passed: true });
  expect(behaviour.verdicts.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

test('where nothing has been seen, nothing is said', async () => {
  const sandbox = await steered.open();
  await sandbox.done('delete', '/journal');
  const { verdicts, ...behaviour } = await behaviourOf(sandbox);
  expect(behaviour).toEqual({ sandbox: sandbox.id, exchanges: 0, passed: true });
  expect(verdicts.length).toBeGreaterThanOrEqual(10);
  expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['not-seen']));
});

test('one client is judged, not its neighbours', async () => {
  const [careless, careful] = [await steered.open(), await steered.open()];
  await tokenOf(careless);
  expect([(await behaviourOf(careless)).passed, (await behaviourOf(careful)).passed]).toEqual([false, true]);
});
