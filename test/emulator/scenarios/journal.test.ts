/** The journal records which scenarios were applied to each exchange, and why. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { completeOptions } from '../../../src/emulator/complete-options.js';
import { cast } from '../../cast.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

interface Entry {
  readonly id: number;
  readonly path: string;
  readonly status: number;
  readonly scenarios: readonly object[];
}

const institution = await untilEnd(startInstitution({ now: '2026-01-01T00:00:00Z' }));

async function journal(sandbox = 'default'): Promise<Entry[]> {
  const answer = await request(institution.emulator.url).get(`/_emulator/sandboxes/${sandbox}/journal`);
  return (answer.body as { exchanges: Entry[] }).exchanges;
}

/** The journal entry of a response. */
async function entryOf(answer: request.Response): Promise<Entry | undefined> {
  return (await journal()).find(({ id }) => id === Number(answer.headers['emulator-exchange']));
}

test('an exchange without a scenario is recorded with operation, path, status and time', async () => {
  expect(await entryOf(await institution.get('/institutions/me/users?page=2'))).toMatchObject({
    id: expect.any(Number) as number,
    at: '2026-01-01T00:00:00.000Z',
    method: 'GET',
    path: '/api/v1/institutions/me/users',
    query: 'page=2',
    operation: 'getUsers',
    status: 200,
    scenarios: [],
    diagnostics: ['query /page is unknown to the contract and was ignored'],
  });
});

test('a scenario of the header is recorded with its parameters, its fault and the number of its call', async () => {
  const call = () =>
    institution.get('/institutions/me/users').set('Emulator-Scenario', 'rate-limit-burst, latency;from="0ms";to="1ms"');
  await call();
  expect((await entryOf(await call()))?.scenarios).toEqual([
    { scenario: 'latency', selector: 'header', parameters: { from: 0, to: 1 }, call: 2, fault: 'delay' },
    {
      scenario: 'rate-limit-burst',
      selector: 'header',
      parameters: { after: 0, burst: 3, 'retry-after': 1 },
      call: 2,
      fault: 'answer',
    },
  ]);
});

test('a scenario of a party is recorded with its selector', async () => {
  const entry = await entryOf(await institution.get(`/institutions/me/human-scores/${cast('Tara').partyId}`));
  expect(entry).toMatchObject({
    status: 429,
    scenarios: [{ scenario: 'rate-limit-steady', selector: 'party', fault: 'throttle' }],
  });
});

test('a refused request is recorded too', async () => {
  expect(await entryOf(await request(institution.emulator.apiUrl).get('/institutions/me/users'))).toMatchObject({
    status: 401,
  });
});

test('a request without an operation is recorded with its path', async () => {
  const entry = await entryOf(await institution.get('/institution/me/users'));
  expect(entry).toMatchObject({ status: 404, path: '/api/v1/institution/me/users' });
  expect(entry).not.toHaveProperty('operation');
});

test('the journal contains no token', async () => {
  const { token } = (
    await institution.post('/verification/generate-link', { contractId: cast('Ben').credentials[0]!.contractId })
  ).body as { token: string };
  await request(institution.emulator.apiUrl).get(`/verification/check/${token}`);
  const text = JSON.stringify(await journal());
  expect(text).not.toContain(token);
  expect(text).not.toContain(institution.token);
});

test('the journal keeps the last exchanges, a thousand unless another size is asked for', async () => {
  const small = await startInstitution({ journalSize: 50 });
  await Promise.all(Array.from({ length: 70 }, () => small.get('/institutions/me/users?limit=1')));
  const kept = small.emulator.defaultSandbox.requests();
  await small.close();
  expect(kept.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, place) => 22 + place));
  expect(completeOptions({}).journalSize).toBe(1_000);
});

test('an unknown sandbox has no journal', async () => {
  const answer = await request(institution.emulator.url).get('/_emulator/sandboxes/nonsense/journal');
  expect(answer.status).toBe(404);
  expect(answer.type).toBe('application/problem+json');
});
