import { expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { startInstitution } from '../../../institution.js';
import { allPages, type CredentialItem, type UserItem } from '../../../pages.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 60 }));
const everything = await allPages<CredentialItem>(institution, '/institutions/me/credentials', 100);

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

const ben = cast('Ben').partyId;
const eva = cast('Eva').partyId;

test.each([
  ['repeated', `partyIds=${ben}&partyIds=${eva}`],
  ['comma-separated', `partyIds=${ben},${eva}`],
  ['both at once, one of them twice', `partyIds=${ben},${eva}&partyIds=${ben}`],
])('partyIds that are %s return the credentials of those parties', async (_, query) => {
  expect((await listed(query)).map(({ partyId }) => partyId)).toEqual([ben, eva]);
});

test('unknown parties among the partyIds are ignored', async () => {
  expect((await listed(`partyIds=nobody,${ben}`)).map(({ partyId }) => partyId)).toEqual([ben]);
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

test('space around an item of partyIds is ignored', async () => {
  expect(await listed(`partyIds=${ben},%20${eva}%20`)).toEqual(await listed(`partyIds=${ben},${eva}`));
  expect(await listed(`partyIds=+${ben}&partyIds=${eva}+`)).toEqual(await listed(`partyIds=${ben},${eva}`));
});

test('the pages of a list with partyIds are the whole list', async () => {
  const alice = cast('Alice').partyId;
  const pages = [
    ...(await listed(`partyIds=${alice}&limit=4`)),
    ...(await listed(`partyIds=${alice}&limit=4&offset=4`)),
  ];
  expect(pages).toEqual(await ofParty(alice));
});

test('an unknown party has no credentials', async () => {
  expect(await ofParty('party::nobody')).toEqual([]);
});

test('undisclosed credentials are not shown', async () => {
  expect(await ofParty(cast('Paula').partyId)).toEqual([]);
  expect(await ofParty(cast('Uma').partyId)).toEqual([]);
});

test('the credentials of each party of the cast show its case', async () => {
  const states = async (firstName: string) =>
    (await ofParty(cast(firstName).partyId)).map(
      ({ provider, kycStatus, freshness }) => `${provider} ${kycStatus} ${freshness}`,
    );
  expect(await states('Alice')).toEqual([
    'GOOGLE APPROVED STALE',
    'LINKEDIN APPROVED STALE',
    'GITHUB APPROVED MODERATE',
    'DISCORD APPROVED MODERATE',
    'TWITTER APPROVED FRESH',
    'REDDIT APPROVED FRESH',
  ]);
  expect(await states('Ben')).toEqual(['GITHUB APPROVED FRESH']);
  expect(await states('Eva')).toEqual(['TWITTER EXPIRED STALE']);
  expect(await states('Ravi')).toEqual(['GOOGLE REJECTED REVOKED']);
  expect(await states('Stella')).toEqual(['REDDIT APPROVED STALE']);
  expect(await states('Sven')).toEqual(['GITHUB APPROVED FRESH']);
});

test('party IDs and contract IDs have the form that the contract guesses', () => {
  for (const { partyId, contractId } of everything) {
    expect(partyId).toMatch(/^party::[0-9a-f]{32}::1220[0-9a-f]{64}$/);
    expect(contractId).toMatch(/^00[0-9a-f]{136}$/);
  }
});

test("the e-mail in the metadata need not be the account's", async () => {
  const [github] = await ofParty(cast('Mia').partyId);
  expect(github!.metadata['email']).toBe('mia@work.example.org');
});
