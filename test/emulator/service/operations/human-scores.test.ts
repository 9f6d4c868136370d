import { expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { startInstitution } from '../../../institution.js';
import { allPages, type CredentialItem, type UserItem } from '../../../pages.js';
import { untilEnd } from '../../../until-end.js';

interface ScoreItem {
  readonly partyId: string;
  readonly humanScore: {
    readonly totalScore: number;
    readonly confidenceLevel: string;
    readonly breakdown: Readonly<Record<string, number>>;
    readonly badges: readonly { readonly id: string; readonly level: string }[];
    readonly details: {
      readonly accountAges: readonly { readonly provider: string; readonly ageInDays: number }[];
      readonly socialMetrics: readonly { readonly provider: string; readonly accountCreatedAt: string }[];
      readonly emailConsistency: { readonly uniqueEmails: readonly string[]; readonly consistencyScore: number };
      readonly providerCount: number;
    };
  };
}

const DAY = 86_400_000;
const NOW = '2026-03-01T12:00:00Z';
const institution = await untilEnd(startInstitution({ population: 60, now: NOW }));
const everything = await allPages<ScoreItem>(institution, '/institutions/me/human-scores', 100);
const credentials = await allPages<CredentialItem>(institution, '/institutions/me/credentials', 100);

test('the list has every approved user once, and no other', async () => {
  const rows = await allPages<UserItem>(institution, '/institutions/me/users?reqStatus=APPROVED', 100);
  expect(everything.map(({ partyId }) => partyId).toSorted()).toEqual(
    [...new Set(rows.map(({ partyId }) => partyId))].toSorted(),
  );
});

test('pages of any size form the same list', async () => {
  expect(await allPages(institution, '/institutions/me/human-scores', 9)).toEqual(everything);
});

test('the single score equals the one in the list', async () => {
  for (const item of everything.slice(0, 20)) {
    const response = await institution.get(`/institutions/me/human-scores/${item.partyId}`);
    expect(response.body).toEqual(item);
  }
});

test('the breakdown adds up to the total', () => {
  for (const { humanScore } of everything) {
    expect(Object.values(humanScore.breakdown).reduce((sum, part) => sum + part)).toBe(humanScore.totalScore);
  }
});

test('the confidence level follows the total in steps of twenty', () => {
  const levels = ['low', 'medium-low', 'medium', 'medium-high', 'high', 'high'];
  for (const { humanScore } of everything) {
    expect(humanScore.confidenceLevel).toBe(levels[Math.floor(humanScore.totalScore / 20)]);
  }
});

/** Those that are valid. */
function credentialsOf(wanted: string): CredentialItem[] {
  return credentials.filter(({ partyId, kycStatus }) => partyId === wanted && kycStatus === 'APPROVED');
}

test('account ages are the whole days since the account was created, which was before its credential was issued', () => {
  for (const { partyId, humanScore } of everything) {
    const own = credentialsOf(partyId);
    const { accountAges, socialMetrics } = humanScore.details;
    const ages = socialMetrics.map(({ provider, accountCreatedAt }) => ({
      provider,
      ageInDays: Math.floor((Date.parse(NOW) - Date.parse(accountCreatedAt)) / DAY),
    }));
    expect(accountAges).toEqual(ages);
    for (const [at, { provider, issuedAt }] of own.entries()) {
      expect(socialMetrics[at]!.provider).toBe(provider);
      expect(Date.parse(socialMetrics[at]!.accountCreatedAt)).toBeLessThan(Date.parse(issuedAt));
    }
    expect(humanScore.details.providerCount).toBe(new Set(own.map(({ provider }) => provider)).size);
  }
});

test('unique e-mails are those of the credentials', () => {
  for (const { partyId, humanScore } of everything) {
    const emails = credentialsOf(partyId).flatMap(({ metadata }) => metadata['email']?.toLowerCase() ?? []);
    expect(new Set(humanScore.details.emailConsistency.uniqueEmails)).toEqual(new Set(emails));
  }
});

test('a party with all six providers scores high and has the badge for it', () => {
  const { humanScore } = everything.find(({ partyId }) => partyId === cast('Alice').partyId)!;
  expect(humanScore.confidenceLevel).toBe('high');
  expect(humanScore.badges).toContainEqual(expect.objectContaining({ id: 'many-faces', level: 'platinum' }));
});

test('partyIds return only the scores of those parties; unknown and unapproved parties are ignored', async () => {
  const response = await institution.get(
    `/institutions/me/human-scores?partyIds=${cast('Eva').partyId},nobody,${cast('Paula').partyId}&partyIds=${cast('Ben').partyId}`,
  );
  const { items, pagination } = response.body as { items: ScoreItem[]; pagination: object };
  expect(items.map(({ partyId }) => partyId)).toEqual([cast('Eva').partyId, cast('Ben').partyId]);
  expect(pagination).toEqual({ offset: 0, limit: 10, total: 2 });
});

test('partyIds without limit and offset return the score of each of those parties, and pagination says so', async () => {
  const wanted = everything.slice(3, 18);
  const response = await institution.get(
    `/institutions/me/human-scores?${wanted.map(({ partyId }) => `partyIds=${partyId}`).join('&')}`,
  );
  expect(response.body).toEqual({ items: wanted, pagination: { offset: 0, limit: 15, total: 15 } });
});

test.each(['Paula', 'Rita', 'Boris', 'Uma'])('%s is not approved and has no score', async (firstName) => {
  expect((await institution.get(`/institutions/me/human-scores/${cast(firstName).partyId}`)).status).toBe(404);
});
