import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { startInstitution } from '../../../institution.js';
import { allPages, type CredentialItem, type UserItem } from '../../../pages.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 60 }));
const everything = await allPages<CredentialItem>(institution, '/institutions/me/credentials', 100);

testExchanges(new URL('credentials.yaml', import.meta.url), sandboxesOf(institution.emulator));

async function ofParty(partyId: string): Promise<CredentialItem[]> {
  const response = await institution.get(`/institutions/me/credentials/${encodeURIComponent(partyId)}`);
  expect(response.status).toBe(200);
  return response.body as CredentialItem[];
}

async function listed(query: string): Promise<CredentialItem[]> {
  const response = await institution.get(`/institutions/me/credentials?${query}`);
  expect(response.status).toBe(200);
  return (response.body as { items: CredentialItem[] }).items;
}

test('every credential is on exactly one page, with any page size', async () => {
  expect(await allPages(institution, '/institutions/me/credentials', 7)).toEqual(everything);
  expect(new Set(everything.map(({ contractId }) => contractId)).size).toBe(everything.length);
});

test('a page has ten credentials by default', async () => {
  expect(await listed('')).toEqual(everything.slice(0, 10));
});

test('the credentials of one party are those of the list', async () => {
  for (const partyId of new Set(everything.map((item) => item.partyId))) {
    expect(await ofParty(partyId)).toEqual(everything.filter((item) => item.partyId === partyId));
  }
});

test('each disclosed credential has an approved row in the users list', async () => {
  const rows = await allPages<UserItem>(institution, '/institutions/me/users?reqStatus=APPROVED', 100);
  const approved = new Set(rows.map(({ partyId, kycProvider }) => `${partyId} ${kycProvider}`));
  expect(everything.filter(({ partyId, provider }) => !approved.has(`${partyId} ${provider}`))).toEqual([]);
});

test('partyIds without limit and offset return every credential of those parties, and pagination says so', async () => {
  const partyIds = [...new Set(everything.map(({ partyId }) => partyId))].slice(0, 12);
  const wanted = everything.filter(({ partyId }) => partyIds.includes(partyId));
  const response = await institution.get(`/institutions/me/credentials?partyIds=${partyIds.join()}`);
  expect(wanted.length).toBeGreaterThan(10);
  expect(response.body).toEqual({
    items: wanted,
    pagination: { offset: 0, limit: wanted.length, total: wanted.length },
  });
});

test('partyIds with a limit or an offset return a page', async () => {
  const partyIds = [...new Set(everything.map(({ partyId }) => partyId))].slice(0, 12);
  const wanted = everything.filter(({ partyId }) => partyIds.includes(partyId));
  expect(await listed(`partyIds=${partyIds.join()}&limit=3`)).toEqual(wanted.slice(0, 3));
  expect(await listed(`partyIds=${partyIds.join()}&offset=2`)).toEqual(wanted.slice(2, 12));
});

test('party IDs and contract IDs have the form that the contract guesses', () => {
  for (const { partyId, contractId } of everything) {
    expect(partyId).toMatch(/^party::[0-9a-f]{32}::1220[0-9a-f]{64}$/);
    expect(contractId).toMatch(/^00[0-9a-f]{136}$/);
  }
});
