/** The judge's verdicts on a consumer, over HTTP. */

import { Agent } from 'node:http';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { startInstitution, tokenOf } from '../../institution.js';
import { startControlledEmulator, type ControlledEmulator, type TestSandbox } from './controlled-emulator.js';

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

/** Without an agent, supertest opens a connection for each request. */
const keepAlive = new Agent({ keepAlive: true });

const BENS = cast('Ben').credentials[0]!.contractId;

let controlled: ControlledEmulator;
beforeAll(async () => {
  controlled = await startControlledEmulator({ population: 0 });
});
afterAll(async () => {
  keepAlive.destroy();
  await controlled.close();
});

const behaviourOf = ({ done }: TestSandbox) => done<Behaviour>('get', '/behaviour');

/** Incorrect clients, and the rule that each of them breaks. */
const INCORRECT_CLIENTS: [rule: string, act: (sandbox: TestSandbox) => Promise<unknown>][] = [
  [
    'wait-as-told',
    async ({ get }) => {
      await get('/institutions/me/users').agent(keepAlive).set('Emulator-Scenario', 'rate-limit-burst;retry-after=5');
      await get('/institutions/me/users').agent(keepAlive);
    },
  ],
  [
    'reuse-token',
    async (sandbox) => {
      await sandbox.get('/institutions/me/users');
      const another = await tokenOf(sandbox);
      await request(sandbox.apiUrl).get('/institutions/me/users').auth(another, { type: 'bearer' });
    },
  ],
  [
    'drop-refused-token',
    async ({ get }) => {
      for (let call = 0; call < 2; call++)
        await get('/institutions/me/users').agent(keepAlive).set('Emulator-Scenario', 'token-revoked');
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
        await post('/institutions/me/credentials/request', {
          partyId: cast('Ben').partyId,
          providers: ['REDDIT'],
        }).agent(keepAlive);
    },
  ],
];

test.each(INCORRECT_CLIENTS)(
  'a client that breaks the rule %s fails it, with the exchanges as proof',
  async (rule, act) => {
    const sandbox = await controlled.open();
    await act(sandbox);
    const { verdicts, passed, exchanges } = await behaviourOf(sandbox);
    const verdict = verdicts.find((candidate) => candidate.rule === rule);
    expect(verdict).toMatchObject({ verdict: 'fail' });
    expect(passed).toBe(false);
    const proof = verdict!.offences.flatMap((offence) => offence.exchanges);
    expect(proof.length).toBeGreaterThan(0);
    for (const number of proof) expect(number).toBeLessThanOrEqual(exchanges);
  },
);

test('a request for the control plane counts among those of its connection', async () => {
  const agent = new Agent({ keepAlive: true });
  const sandbox = await controlled.open();
  await controlled.control('get', '/health').agent(agent);
  await sandbox.get('/institutions/me/users').agent(agent);
  agent.destroy();

  const { exchanges } = await sandbox.done<{ exchanges: { connection: object }[] }>('get', '/journal');
  expect(exchanges.at(-1)!.connection).toMatchObject({ request: 2 });
});

test('a rule that is only suspected to be broken fails a strict judgement alone', async () => {
  const sandbox = await controlled.open();
  for (let call = 0; call < 2; call++) {
    const onItsOwn = sandbox.get('/institutions/me/users').agent(new Agent());
    await onItsOwn.set('Emulator-Scenario', 'rate-limit-burst;retry-after=5');
  }
  const { verdicts, passed } = await behaviourOf(sandbox);
  expect(verdicts.find(({ rule }) => rule === 'wait-as-told')).toMatchObject({
    verdict: 'suspected',
    doubt: expect.stringContaining('a connection for each request') as string,
  });
  expect(passed).toBe(true);
  expect((await sandbox.done<Behaviour>('get', '/behaviour?strict=true')).passed).toBe(false);
  await sandbox.control('get', '/behaviour?strict=maybe').expect(422);
});

test('calls without a token are judged in the default sandbox', async () => {
  const sandbox = await controlled.sandbox('default');
  await request(sandbox.apiUrl).get('/institutions/me/users');
  const { verdicts } = await behaviourOf(sandbox);
  expect(verdicts.find(({ rule }) => rule === 'token-with-every-call')).toMatchObject({
    verdict: 'fail',
    offences: [{ requests: ['GET /api/v1/institutions/me/users 401'] }],
  });
});

test('a program that reads for several users is only suspected to poll', async () => {
  const sandbox = await controlled.open();
  for (let call = 0; call < 5; call++) await sandbox.get('/institutions/me/credentials').agent(keepAlive);
  const { verdicts, passed } = await behaviourOf(sandbox);
  expect(verdicts.find(({ rule }) => rule === 'poll-slowly')).toMatchObject({
    verdict: 'suspected',
    doubt: expect.stringContaining('reads for several users') as string,
  });
  expect(passed).toBe(true);
});

test('a correct client breaks no rule', async () => {
  const sandbox = await controlled.open();
  await sandbox.get('/institutions/me/users');
  await sandbox.get(`/institutions/me/credentials/${cast('Ben').partyId}`);
  const behaviour = await behaviourOf(sandbox);
  expect(behaviour).toMatchObject({ sandbox: sandbox.id, exchanges: 3, passed: true });
  expect(behaviour.verdicts.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

test('a token of an earlier emulator with the same seed is not taken for the token that the client gets now', async () => {
  const earlier = await startInstitution({ population: 0, now: '2026-01-31T09:00:00Z' });
  await earlier.close();
  const now = await startInstitution({ population: 0, now: '2026-01-31T09:00:01Z' });
  const withEarlier = now.get('/institutions/me/users').auth(earlier.token, { type: 'bearer' }).agent(keepAlive);
  await withEarlier.set('Emulator-Scenario', 'token-revoked').expect(401);
  await now.get('/institutions/me/users').agent(keepAlive).expect(200);
  const { verdicts } = now.emulator.sandbox().behaviour();
  const wrong = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'suspected');
  expect(wrong.map(({ rule }) => rule)).toEqual([]);
  await now.close();
});

test('without exchanges every rule is not seen', async () => {
  const sandbox = await controlled.open();
  await sandbox.done('delete', '/journal');
  const { verdicts, ...behaviour } = await behaviourOf(sandbox);
  expect(behaviour).toEqual({ sandbox: sandbox.id, exchanges: 0, passed: false });
  expect(verdicts.length).toBeGreaterThanOrEqual(10);
  expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['not-seen']));
});

test('only the client of the sandbox is judged', async () => {
  const [careless, careful] = [await controlled.open(), await controlled.open()];
  await careless.get('/institution/me/users');
  expect([(await behaviourOf(careless)).passed, (await behaviourOf(careful)).passed]).toEqual([false, true]);
});
