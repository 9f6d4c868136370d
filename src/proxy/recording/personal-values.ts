/** Every personal value of a world, so that no invention is one of them by chance. */

import type { SeenParty, SeenWorld } from './seen-world.js';

/** All of them; some more than once. */
export function personalValues({ parties, credentials }: SeenWorld): string[] {
  return [
    ...[...parties.values()].flatMap(partyValues),
    ...[...credentials.values()].flatMap(({ contractId, metadata }) => [contractId, ...metadata.values()]),
  ];
}

function partyValues({ partyId, email, username, firstName, lastName, accounts = [] }: SeenParty): string[] {
  const texts = accounts.flatMap((account) => [
    account.email,
    ...Object.values(account.social).filter((value) => typeof value === 'string'),
  ]);
  return [partyId, email, username, firstName, lastName, ...texts].filter((value) => value !== undefined);
}
