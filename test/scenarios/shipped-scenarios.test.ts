/** Each shipped scenario does what its summary says. */

import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '../cast.js';
import { startInstitution, type Institution } from '../institution.js';

let institution: Institution;
beforeAll(async () => {
  institution = await startInstitution();
});
afterAll(() => institution.close());

async function usersStatuses(selection: string, calls: number): Promise<number[]> {
  const statuses = [];
  for (let call = 0; call < calls; call++) {
    statuses.push((await institution.get('/institutions/me/users').set('Emulator-Scenario', selection)).status);
  }
  return statuses;
}

test('token-expired: the good token is refused in the words of a real expiry', async () => {
  const answer = await institution.get('/institutions/me/credentials').set('Emulator-Scenario', 'token-expired');
  expect(answer.status).toBe(401);
  expect(answer.body).toEqual({ error: 'unauthorized', message: 'The access token has expired.' });
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="institution", error="invalid_token", error_description="The access token has expired."');
});

test('token-expired: the token is good again without it', async () => {
  await institution.get('/institutions/me/credentials').set('Emulator-Scenario', 'token-expired');
  expect((await institution.get('/institutions/me/credentials')).status).toBe(200);
});

test('rate-limit-burst: three calls are refused, then service is normal', async () => {
  expect(await usersStatuses('rate-limit-burst;activation=three', 5)).toEqual([429, 429, 429, 200, 200]);
});

test('rate-limit-burst: some calls pass first', async () => {
  expect(await usersStatuses('rate-limit-burst;after=2;burst=1;activation=later', 5)).toEqual([200, 200, 429, 200, 200]);
});

test('rate-limit-burst: calls of different operations count together', async () => {
  const selection = 'rate-limit-burst;burst=2;activation=together';
  const paths = ['/institutions/me/users', '/institutions/me/credentials', '/institutions/me/human-scores'];
  const statuses = [];
  for (const path of paths) statuses.push((await institution.get(path).set('Emulator-Scenario', selection)).status);
  expect(statuses).toEqual([429, 429, 200]);
});

test('rate-limit-burst: Retry-After says what was asked for', async () => {
  const answer = await institution.get('/institutions/me/users').set('Emulator-Scenario', 'rate-limit-burst;retry-after=7');
  expect(answer.headers['retry-after']).toBe('7');
  expect(answer.body).toEqual({ error: 'rate_limited', message: 'Rate limit exceeded.' });
});

const contractIds = cast('Alice').credentials.map(({ contractId }) => contractId);

async function failedPlaces(selection: string): Promise<number[]> {
  const answer = await institution
    .post('/verification/generate-links-batch', { requests: contractIds.map((contractId) => ({ contractId })) })
    .set('Emulator-Scenario', selection);
  expect(answer.status).toBe(200);
  const { results } = answer.body as { results: { contractId: string; result?: object; error?: { message: string } }[] };
  expect(results.map(({ contractId }) => contractId)).toEqual(contractIds);
  return results.flatMap(({ error }, place) => (error === undefined ? [] : [place]));
}

test.each([
  ['one position', 'batch-partial-failure;indexes=2', [2]],
  ['several positions, one beyond the end', 'batch-partial-failure;indexes="0,5,77"', [0, 5]],
  ['a contract ID', `batch-partial-failure;contracts="${contractIds[4]!}"`, [4]],
  ['positions and a contract ID', `batch-partial-failure;indexes=1;contracts="${contractIds[3]!}"`, [1, 3]],
  ['no share', 'batch-partial-failure;share=0', []],
  ['everything', 'batch-partial-failure;share=1', [0, 1, 2, 3, 4, 5]],
])('batch-partial-failure: %s', async (_, selection, places) => {
  expect(await failedPlaces(selection)).toEqual(places);
});

test('batch-partial-failure: half of the items fail unless it is asked for otherwise, always the same ones', async () => {
  const first = await failedPlaces('batch-partial-failure');
  expect(first).toHaveLength(3);
  expect(await failedPlaces('batch-partial-failure')).toEqual(first);
});

test('batch-partial-failure: however small the share, one item fails', async () => {
  expect(await failedPlaces('batch-partial-failure;share=0.01')).toHaveLength(1);
});

test('check-token-unknown: a link that is good looks unknown', async () => {
  const { token } = (await institution.post('/verification/generate-link', { contractId: contractIds[0] })).body as { token: string };
  const check = request(institution.emulator.apiUrl).get(`/verification/check/${token}`);
  const answer = await check.set('Emulator-Scenario', 'check-token-unknown');
  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ error: 'not_found', message: 'Verification token not found or expired.' });
});

test('institution-suspended: the good token gets 403', async () => {
  const answer = await institution.get('/institutions/me/users').set('Emulator-Scenario', 'institution-suspended');
  expect(answer.status).toBe(403);
  expect(answer.body).toEqual({ error: 'forbidden', message: 'The institution is suspended.' });
});

test('server-error: one call fails, then service is normal', async () => {
  expect(await usersStatuses('server-error;activation=once', 2)).toEqual([500, 200]);
});

test('token-endpoint-throttled: token requests are refused in the dialect of OAuth, other calls pass', async () => {
  const form = { grant_type: 'client_credentials', client_id: 'demo-institution', client_secret: 'demo-secret' };
  const answer = await request(institution.emulator.tokenUrl).post('').type('form').send(form).set('Emulator-Scenario', 'token-endpoint-throttled');
  expect(answer.status).toBe(429);
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.body).toEqual({ error: 'temporarily_unavailable', error_description: 'Rate limit exceeded.' });
  expect(await usersStatuses('token-endpoint-throttled', 1)).toEqual([200]);
});
