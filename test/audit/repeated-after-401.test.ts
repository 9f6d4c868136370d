/** A client asks for a new token once: where its request was refused before, another refusal shows nothing. */

import { expect, test } from 'vitest';
import { faultClasses } from '../../src/audit/expectations/fault-classes.js';
import { callsOf } from '../../src/audit/run/calls.js';
import { shippedContract } from '../../src/start/shipped.js';
import { startEmulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';

test('no second 401 is tried at a request that repeats one that was refused', async () => {
  await using emulator = await startEmulator({ population: 5 });
  const sandbox = emulator.sandbox();
  const getUsers = async (): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  let token = await tokenOf(sandbox);
  const statuses = [await getUsers()];
  sandbox.clock.advance('2h');
  statuses.push(await getUsers());
  token = await tokenOf(sandbox);
  statuses.push(await getUsers());
  expect(statuses).toEqual([200, 401, 200]);
  const calls = callsOf({ key: 'default', exchanges: sandbox.requests() });
  const context = { contract: shippedContract(), calls };
  const refusals = faultClasses().filter(({ id }) => id === 'expired-token' || id === 'revoked-token');
  const ofUsers = calls.filter(({ operation }) => operation === 'getUsers');
  for (const { leftOut } of refusals)
    expect(ofUsers.map((call) => leftOut?.(call, context))).toEqual([
      undefined,
      'the request repeats one that was refused with 401',
    ]);
});
