import { expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { startInstitution } from '../../../institution.js';
import { allPages, type UserItem } from '../../../pages.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 40 }));

function ask(partyId: string, providers: readonly string[]) {
  return institution.post('/institutions/me/credentials/request', { partyId, providers });
}

async function rowsOf(partyId: string): Promise<UserItem[]> {
  const rows = await allPages<UserItem>(institution, '/institutions/me/users', 100);
  return rows.filter((row) => row.partyId === partyId);
}

test('a request returns 204 and no body', async () => {
  const response = await ask(cast('Nina').partyId, ['REDDIT']);
  expect(response.status).toBe(204);
  expect(response.text).toBe('');
  expect(response.headers['content-type']).toBeUndefined();
});

test('each provider becomes a pending row that comes first in the users list', async () => {
  const { partyId } = cast('Stella');
  await ask(partyId, ['GOOGLE', 'GITHUB']);
  const { items } = (await institution.get('/institutions/me/users?limit=2')).body as { items: UserItem[] };
  expect(items.map((row) => [row.partyId, row.kycProvider, row.reqStatus, row.kycStatus])).toEqual([
    [partyId, 'GITHUB', 'PENDING', 'TO_DO'],
    [partyId, 'GOOGLE', 'PENDING', 'TO_DO'],
  ]);
});

test('the same pending request again changes nothing', async () => {
  const { partyId } = cast('Moritz');
  await ask(partyId, ['TWITTER', 'TWITTER']);
  const before = await rowsOf(partyId);
  expect((await ask(partyId, ['TWITTER'])).status).toBe(204);
  expect(await rowsOf(partyId)).toEqual(before);
});

test('Uma is as her fixture says: no list, look-up or score shows her, and a request for her makes a pending row', async () => {
  const { partyId, email, credentials, situation } = cast('Uma');
  expect(situation).toBe(
    'No data request, nothing disclosed: no list, look-up or score shows her, but a credentials request for her is accepted and makes a pending row.',
  );
  expect(await rowsOf(partyId)).toEqual([]);
  const resolved = await institution.get(`/institutions/me/credentials/resolve?q=${email}`);
  expect(resolved.body).toEqual({ credentials: [] });
  expect((await institution.get(`/institutions/me/credentials/${partyId}`)).body).toEqual([]);
  expect((await institution.get(`/institutions/me/human-scores/${partyId}`)).status).toBe(404);
  const { contractId } = credentials[0]!;
  expect((await institution.post('/verification/generate-link', { contractId })).status).toBe(404);
  expect((await ask(partyId, ['GOOGLE'])).status).toBe(204);
  expect((await rowsOf(partyId)).map(({ reqStatus, kycStatus }) => `${reqStatus} ${kycStatus}`)).toEqual([
    'PENDING IN_REVIEW',
  ]);
});

test('a request to a generated party changes no other row', async () => {
  const before = await allPages<UserItem>(institution, '/institutions/me/users', 100);
  const asked = new Set(before.filter((row) => row.kycProvider === 'LINKEDIN').map((row) => row.partyId));
  const generated = new Set(before.filter(({ id }) => id > 1_000).map((row) => row.partyId));
  const { partyId } = before.find((row) => generated.has(row.partyId) && !asked.has(row.partyId))!;
  await ask(partyId, ['LINKEDIN']);
  const after = await allPages<UserItem>(institution, '/institutions/me/users', 100);
  expect(after.slice(1)).toEqual(before);
  expect(after[0]).toMatchObject({ partyId, kycProvider: 'LINKEDIN', reqStatus: 'PENDING' });
});

test('a request discloses nothing', async () => {
  const { partyId } = cast('Sven');
  const path = `/institutions/me/credentials/${partyId}`;
  const before: unknown = (await institution.get(path)).body;
  await ask(partyId, ['DISCORD']);
  expect((await institution.get(path)).body).toEqual(before);
});

test.each([
  ['no providers', { partyId: cast('Ben').partyId }],
  ['an empty list of providers', { partyId: cast('Ben').partyId, providers: [] }],
  ['an unknown provider', { partyId: cast('Ben').partyId, providers: ['GOOGLE', 'MYSPACE'] }],
  ['no party', { providers: ['GOOGLE'] }],
])('%s is refused, and no request is added', async (_, body) => {
  const before = await rowsOf(cast('Ben').partyId);
  const response = await institution.post('/institutions/me/credentials/request', body);
  expect(response.status).toBe(400);
  expect(await rowsOf(cast('Ben').partyId)).toEqual(before);
});
