/** The age of an account at a provider, in human scores. */

import { expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const { partyId: ALICE } = cast('Alice');
const { partyId: BEN } = cast('Ben');

const institution = await untilEnd(startInstitution({ population: 0, now: '2026-01-31T09:00:00Z' }));

interface Account {
  readonly provider: string;
  readonly ageInDays: number;
  readonly accountCreatedAt: string;
}

const scoreOf = async (partyId: string) => {
  const response = await institution.get(`/institutions/me/human-scores/${partyId}`);
  return (response.body as { humanScore: { totalScore: number; details: { socialMetrics: Account[] } } }).humanScore;
};

const accountOf = async (partyId: string, provider: string) =>
  (await scoreOf(partyId)).details.socialMetrics.find((account) => account.provider === provider)!;

test('an account has an age of its own: it was created before its credential was issued', async () => {
  const response = await institution.get(`/institutions/me/credentials/${BEN}`);
  const [{ issuedAt }] = response.body as [{ readonly issuedAt: string }];
  const { accountCreatedAt, ageInDays } = await accountOf(BEN, 'GITHUB');
  expect(Date.parse(issuedAt) - Date.parse(accountCreatedAt)).toBe(180 * 86_400_000);
  expect(ageInDays).toBe(185);
});

test('a fixture states when an account was created', async () => {
  expect(await accountOf(ALICE, 'GITHUB')).toMatchObject({
    accountCreatedAt: '2018-02-22T09:00:00.000Z',
    ageInDays: 2_900,
  });
});

test('renewing a credential leaves the age of the account and the score', async () => {
  const { world } = institution.emulator.defaultSandbox;
  const [before, account] = [await scoreOf(BEN), await accountOf(BEN, 'GITHUB')];
  const { metadata, social } = world.party(BEN).credentials[0]!;
  const issued = world.issue(BEN, { provider: 'GITHUB', metadata, social });
  expect(await accountOf(BEN, 'GITHUB')).toEqual(account);
  world.supersede(issued.contractId);
  expect(await accountOf(BEN, 'GITHUB')).toEqual(account);
  expect((await scoreOf(BEN)).totalScore).toBe(before.totalScore);
});

test('a test states when the account of a new credential was created', async () => {
  const { world } = institution.emulator.defaultSandbox;
  world.issue(BEN, { provider: 'REDDIT', accountCreatedAt: '-P10D' });
  expect(await accountOf(BEN, 'REDDIT')).toMatchObject({ ageInDays: 10 });
});
