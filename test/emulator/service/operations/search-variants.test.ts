/** The search of the users list by other rules than parts of texts: a guess that has variants. */

import { expect, test } from 'vitest';
import { startInstitution } from '../../../institution.js';
import { allPages, type UserItem } from '../../../pages.js';

const RULES = [
  ['prefix', (text: string, term: string) => text.startsWith(term)],
  ['whole', (text: string, term: string) => text === term],
] as const;

/** A part of names, the beginning of some, a whole name of the cast, the beginning of all party IDs, and digits in them. */
const TERMS = ['son', 'an', 'ben brook', 'party::', '12'];

test.each(RULES)('the variant %s finds the users that it describes, generated ones too', async (search, isFound) => {
  const institution = await startInstitution({ variants: { search }, population: 400 });
  const path = '/institutions/me/users';
  const everyone = await allPages<UserItem>(institution, path, 100);
  for (const term of TERMS) {
    const found = await allPages<UserItem>(institution, `${path}?search=${encodeURIComponent(term)}`, 100);
    const expected = everyone.filter(({ fullName, email, partyId }) =>
      [fullName, email, partyId].some((text) => text !== undefined && isFound(text.toLowerCase(), term)),
    );
    expect(found, term).toEqual(expected);
  }
  await institution.close();
});
