/** A failure comes after the operation was carried out, or instead of it; a request may arrive twice. */

import { expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { startInstitution } from '../../institution.js';
import { goodCalls, responseTo } from './good-calls.js';

/** How many data requests there are more after a credentials request that met the scenario. */
async function requestsMade(selection: string): Promise<{ readonly made: number; readonly status: number }> {
  const institution = await startInstitution();
  try {
    const good = await goodCalls(institution);
    const count = async (): Promise<number> =>
      ((await responseTo(institution, good.getUsers)).json as { pagination: { total: number } }).pagination.total;
    const before = await count();
    const status = await responseTo(institution, good.createCredentialsRequest, selection, AbortSignal.timeout(500))
      .then((response) => response.status)
      .catch(() => 0);
    return { made: (await count()) - before, status };
  } finally {
    await institution.close();
  }
}

test.each([
  ['server-error', 0, 500],
  ['server-error;effect=kept', 1, 500],
  ['bad-gateway;effect=kept', 1, 502],
  ['gateway-timeout;effect=kept', 1, 504],
  ['gateway-timeout;effect=none', 0, 504],
  ['connection-reset', 1, 0],
  ['connection-reset;effect=none', 0, 0],
  ['connection-closed;effect=none', 0, 0],
  ['delivered-twice', 1, 204],
  ['no-answer', 1, 0],
  ['no-answer;effect=none', 0, 0],
])('%s: %i data requests are made, and the status is %i', async (selection, made, status) => {
  expect(await requestsMade(selection)).toEqual({ made, status });
});

test('a failure after the effect does not hide that the service refuses the request', async () => {
  const institution = await startInstitution();
  try {
    const good = await goodCalls(institution);
    const body = JSON.stringify({ partyId: cast('Ben').partyId, providers: [] });
    const call = { ...good.createCredentialsRequest, body };
    expect((await responseTo(institution, call, 'server-error;effect=kept')).status).toBe(400);
  } finally {
    await institution.close();
  }
});
