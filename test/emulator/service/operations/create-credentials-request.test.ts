import { expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { startInstitution } from '../../../institution.js';
import { allPages, type UserItem } from '../../../pages.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 40 }));

testExchanges(new URL('create-credentials-request.yaml', import.meta.url), sandboxesOf(institution.emulator), {
  situation: (_, firstName = '') => cast(firstName).situation,
});

test('a request to a generated party changes no other row', async () => {
  const before = await allPages<UserItem>(institution, '/institutions/me/users', 100);
  const asked = new Set(before.filter((row) => row.kycProvider === 'LINKEDIN').map((row) => row.partyId));
  const generated = new Set(before.filter(({ id }) => id > 1_000).map((row) => row.partyId));
  const { partyId } = before.find((row) => generated.has(row.partyId) && !asked.has(row.partyId))!;
  await institution.post('/institutions/me/credentials/request', { partyId, providers: ['LINKEDIN'] });
  const after = await allPages<UserItem>(institution, '/institutions/me/users', 100);
  expect(after.slice(1)).toEqual(before);
  expect(after[0]).toMatchObject({ partyId, kycProvider: 'LINKEDIN', reqStatus: 'PENDING' });
});
