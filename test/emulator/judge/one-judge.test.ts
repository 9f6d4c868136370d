/** A journal gets the same verdicts from the sandbox, from a recording of it, and after a restart from a store. */

import { Agent, request as send, type OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import request from 'supertest';
import { expect, test } from 'vitest';
import type { EmulatorOptions } from '../../../src/index.js';
import { developmentKey } from '../../../src/emulator/domain/tokens/signing-key.js';
import { startEmulator as startInMemory } from '../../../src/start/emulator.js';
import { budget } from '../../budget.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { newDatabase } from '../../stores/suite/redis-of-process.js';
import { startControlledEmulator, type ControlledEmulator, type TestSandbox } from '../control/controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const JOURNALS = budget({ short: 6, long: 100 });

const SIGNING_KEY = developmentKey().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

type Control = ControlledEmulator['control'];

/** Opens recordings: no store keeps them. */
const viewer = await untilEnd(startInMemory({ population: 5 }));

const atViewer: Control = (method, path, body) => {
  const asked = request(viewer.url)[method](`/_emulator${path}`);
  return body === undefined ? asked : asked.send(body);
};

/** A request of a client that may be right or wrong. */
interface Call {
  readonly path: string;
  /** What stands behind `Bearer`. Default: a valid token. */
  readonly token?: string;
  readonly scenario?: string;
  /** The connections of a pool that several tests share, or one for this request. */
  readonly connection: 'pool' | 'other-pool' | 'own';
  /** How many equal requests are sent one after the other, or at once. */
  readonly times: number;
  readonly atOnce: boolean;
}

/** A change that a test makes, by the control plane. */
interface Change {
  readonly method: 'post' | 'delete' | 'put';
  readonly path: string;
  readonly body?: object;
}

const CALLS: fc.Arbitrary<Call> = fc.record(
  {
    path: fc.constantFrom(
      '/api/v1/institutions/me/users?limit=2',
      '/api/v1/institutions/me/users?limit=2&offset=2',
      '/api/v1/institutions/me/users?limit=0',
      '/api/v1/institutions/me/credentials/unknown',
      '/api/v1/no-such-path',
      '/oauth/token',
    ),
    token: fc.constantFrom('expired-or-bad', 'another', 'undefined', ''),
    scenario: fc.constantFrom('rate-limit-burst;burst=1;retry-after=1', 'token-expired', 'flaky;share=0.5', 'body-cut'),
    connection: fc.constantFrom('pool', 'other-pool', 'own'),
    times: fc.integer({ min: 1, max: 4 }),
    atOnce: fc.boolean(),
  },
  { requiredKeys: ['path', 'connection', 'times', 'atOnce'] },
);

const CHANGES: fc.Arbitrary<Change> = fc.constantFrom<Change>(
  { method: 'post', path: '/scenarios', body: { scenario: 'failing-party', count: 2 } },
  { method: 'post', path: '/scenarios', body: { select: 'rate-limit-burst;burst=1', count: 3 } },
  { method: 'post', path: '/clock/advance', body: { by: 'PT1H' } },
  { method: 'delete', path: '/scenarios' },
);

const STEPS = fc.array(fc.oneof({ weight: 5, arbitrary: CALLS }, { weight: 1, arbitrary: CHANGES }), {
  minLength: 4,
  maxLength: 14,
});

async function perform(steps: readonly (Call | Change)[], sandbox: TestSandbox): Promise<void> {
  using pools = sharedPools();
  for (const step of steps) {
    if ('method' in step) {
      await sandbox.control(step.method, step.path, step.body);
      continue;
    }
    const { connection, times, atOnce } = step;
    const call = (): Promise<void> => callOnce(step, sandbox, connection === 'own' ? false : pools[connection]);
    if (atOnce) await Promise.all(Array.from({ length: times }, call));
    else for (let time = 0; time < times; time++) await call();
  }
}

function sharedPools() {
  const [pool, other] = [new Agent({ keepAlive: true, maxSockets: 2 }), new Agent({ keepAlive: true })];
  return {
    pool,
    'other-pool': other,
    [Symbol.dispose]: () => {
      pool.destroy();
      other.destroy();
    },
  };
}

/** Sends a request, and waits until its response or its connection has ended. */
function callOnce({ path, token, scenario }: Call, sandbox: TestSandbox, agent: Agent | false): Promise<void> {
  const { id, clientId, clientSecret, url } = { ...sandbox, url: sandbox.tokenUrl.replace('/oauth/token', '') };
  const isLogin = path === '/oauth/token';
  const credentials = `${clientId}:${clientSecret}`;
  const headers: OutgoingHttpHeaders = {
    'Emulator-Sandbox': id,
    Authorization: isLogin
      ? `Basic ${Buffer.from(credentials).toString('base64')}`
      : `Bearer ${token ?? sandbox.token}`.trim(),
    ...(scenario !== undefined && { 'Emulator-Scenario': scenario }),
    ...(isLogin && { 'Content-Type': 'application/x-www-form-urlencoded' }),
  };
  return new Promise((resolve) => {
    const asked = send(url + path, { method: isLogin ? 'POST' : 'GET', agent, headers }, (response) => {
      response.on('error', () => undefined);
      response.on('close', resolve).resume();
    });
    asked.on('error', () => resolve());
    asked.end(isLogin ? 'grant_type=client_credentials' : undefined);
  });
}

/** What people see of a sandbox, its name aside. */
async function seen(control: Control, id: string): Promise<object> {
  const get = async (path: string): Promise<object> => {
    const response = await control('get', `/sandboxes/${id}${path}`);
    expect(response.status).toBe(200);
    return response.body as object;
  };
  const [behaviour, coverage, scenarios] = [await get('/behaviour'), await get('/coverage'), await get('/scenarios')];
  // A bundle has the exchanges that the journal still had, and does not say how many it had removed before.
  const alike = { sandbox: '', removedUpTo: undefined };
  return { behaviour: { ...behaviour, ...alike }, coverage: { ...coverage, sandbox: '' }, scenarios };
}

async function recordingOf(control: Control, sandbox: string): Promise<object> {
  const bundle = await control('get', `/sandboxes/${sandbox}/bundle`);
  const response = await atViewer('post', '/recordings', bundle.body as object);
  expect(response.status, response.text).toBe(201);
  const { id } = response.body as { id: string };
  try {
    return await seen(atViewer, id);
  } finally {
    await atViewer('delete', `/sandboxes/${id}`);
  }
}

test(`${JOURNALS} random journals get the same verdicts live, recorded and after a restart`, async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, fc.boolean(), fc.boolean(), async (steps, isDefault, oneClient) => {
      await using folder = await temporaryFolder({ 'key.pem': SIGNING_KEY });
      const store = process.env['TEST_STORE'] === 'redis' ? await newDatabase() : join(folder.path, 'store');
      const signingKey = join(folder.path, 'key.pem');
      const options: EmulatorOptions = { population: 5, journalSize: 20, signingKey, store, oneClient };
      const first = await startControlledEmulator(options);
      const sandbox = isDefault ? await first.sandbox('default') : await first.open();
      await perform(steps, sandbox);
      const live = await seen(first.control, sandbox.id);
      expect(await recordingOf(first.control, sandbox.id)).toEqual(live);
      await first.close();
      const again = await startControlledEmulator(options);
      try {
        expect(await seen(again.control, sandbox.id)).toEqual(live);
        expect(await recordingOf(again.control, sandbox.id)).toEqual(live);
      } finally {
        await again.close();
      }
    }),
    { numRuns: JOURNALS, seed: 20_261_128, endOnFailure: true },
  );
}, 300_000);
