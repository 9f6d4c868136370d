import { expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { startInstitution } from '../../../institution.js';
import { allPages, type CredentialItem } from '../../../pages.js';
import { untilEnd } from '../../../until-end.js';

interface Resolved {
  readonly partyId: string;
  readonly userId: number;
  readonly email: string;
  readonly contractId: string;
  readonly kycProvider: string;
}

const institution = await untilEnd(startInstitution({ population: 40 }));

async function resolve(query: Readonly<Record<string, string>>): Promise<Resolved[]> {
  const response = await institution.get(
    `/institutions/me/credentials/resolve?${new URLSearchParams(query).toString()}`,
  );
  expect(response.status).toBe(200);
  return (response.body as { credentials: Resolved[] }).credentials;
}

const mia = cast('Mia');

test.each([
  ["the account's e-mail", 'mia.marlowe@example.com'],
  ['an e-mail in the metadata', 'mia@work.example.org'],
  ['a username', 'miamarlowe'],
  ['capitals', 'MIA@WORK.Example.org'],
  ['blanks around it', '  miamarlowe\t'],
])('forward look-up by %s finds all credentials of the party', async (_, q) => {
  expect((await resolve({ q })).map(({ contractId }) => contractId)).toEqual(
    mia.credentials.map(({ contractId }) => contractId),
  );
});

test.each([
  ['beyond ASCII', 'ZOË@bücher.example'],
  ['in the metadata, beyond ASCII', 'zoë_Å'],
])('forward look-up by a name %s finds the party', async (_, q) => {
  expect((await resolve({ q })).map(({ partyId }) => partyId)).toEqual([cast('Zoë').partyId]);
});

test('a look-up returns the registered account, not that of the metadata', async () => {
  const [first] = await resolve({ q: 'mia@work.example.org' });
  expect(first).toMatchObject({
    partyId: mia.partyId,
    email: 'mia.marlowe@example.com',
    firstName: 'Mia',
    lastName: 'Marlowe',
    username: 'miamarlowe',
    kycProvider: 'GITHUB',
  });
});

test('reverse and forward look-up return the same', async () => {
  expect(await resolve({ partyId: mia.partyId })).toEqual(await resolve({ q: mia.email }));
});

test('every listed credential is found by its e-mail, its username and its party ID', async () => {
  for (const { partyId, contractId, metadata } of await allPages<CredentialItem>(
    institution,
    '/institutions/me/credentials',
    100,
  )) {
    const handles = [metadata['email'], metadata['username']].filter((handle) => handle !== undefined);
    const found = [...(await Promise.all(handles.map((q) => resolve({ q })))), await resolve({ partyId })];
    for (const credentials of found) expect(credentials.map((item) => item.contractId)).toContain(contractId);
  }
});

test.each([
  ["nobody's e-mail", { q: 'nobody@example.com' }],
  ['part of a username', { q: 'miamarlow' }],
  ['an unknown party', { partyId: 'party::nobody' }],
  ['a party that has disclosed nothing', { partyId: cast('Paula').partyId }],
  ['the e-mail of a party that has disclosed nothing', { q: cast('Uma').email }],
])('%s resolves to an empty list', async (_, query: Record<string, string>) => {
  expect(await resolve(query)).toEqual([]);
});

test.each([
  ['both', `q=ben&partyId=${cast('Ben').partyId}`],
  ['neither', ''],
  ['an empty q', 'q='],
  ['a q of blanks', 'q=%20%20'],
  ['an empty partyId', 'partyId='],
  ['two of q', 'q=a&q=b'],
])('%s is refused', async (_, query) => {
  const response = await institution.get(`/institutions/me/credentials/resolve?${query}`);
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ error: 'invalid_request' });
});
