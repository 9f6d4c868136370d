/** `Retry-After` in the odd forms that gateways send: the client library follows what it can, and hammers nobody. */

import { Agent } from 'node:http';
import { idSdk, RateLimitError } from 'id-emulator/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../src/index.js';
import { addressesOf, failureOf, withShortPauses } from './client-under-test.js';

let pauses: Disposable;
let emulator: Emulator;
beforeAll(async () => {
  pauses = withShortPauses();
  emulator = await startEmulator({ population: 0 });
});
afterAll(async () => {
  pauses[Symbol.dispose]();
  await emulator.close();
});

/** A connection whose first two calls are refused with this form of Retry-After. */
async function throttled(form: string, agent: Agent | undefined) {
  const sandbox = emulator.sandbox();
  const parameters = { requests: 0, per: '300ms', 'retry-after': form };
  sandbox.scenarios.use('rate-limit-steady', parameters, { count: 2 });
  const connection = await idSdk.connect({ ...addressesOf(sandbox, emulator.network), agent });
  const broken = () => sandbox.behaviour().verdicts.filter(({ verdict }) => verdict === 'fail');
  return { connection, broken, calls: () => sandbox.requests({ operation: 'getUsers' }).length };
}

const FORMS = ['seconds', 'date', 'absent', 'wrong', 'past', 'fraction', 'negative', 'twice'];
const TRANSPORTS = [
  ['fetch', undefined],
  ['an agent of Node.js', new Agent()],
] as const;

test.concurrent.each(FORMS.flatMap((form) => TRANSPORTS.map(([name, agent]) => ({ form, name, agent }))))(
  'with $name, a client that gets Retry-After $form pauses twice and recovers, and breaks no rule',
  async ({ form, agent }) => {
    const { connection, broken, calls } = await throttled(form, agent);
    expect((await connection.getUsers()).items).not.toEqual([]);
    expect(calls()).toBe(3);
    expect(broken()).toEqual([]);
  },
);

test.each(TRANSPORTS)('with %s, a client that should wait without end reports the error at once', async (_, agent) => {
  const { connection, broken, calls } = await throttled('endless', agent);
  expect(await failureOf(connection.getUsers())).toBeInstanceOf(RateLimitError);
  expect(calls()).toBe(1);
  expect(broken()).toEqual([]);
});
