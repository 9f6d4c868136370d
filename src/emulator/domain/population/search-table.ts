/** What a search looks at in each generated party: its names and its e-mail, in four bytes. */

import { forEachNumber, type Steps } from '../../../common/steps.js';
import { MAIL_DOMAINS } from './accounts.js';
import type { GeneratedParties } from './generated-parties.js';

const NAME_BITS = 12;
const NAME_MASK = 2 ** NAME_BITS - 1;
const DOMAIN_AT = 2 * NAME_BITS;
const SHOWS_NAME = 2 ** 26;
const HAS_EMAIL = 2 ** 27;

/** Makes the table, by party number. {@link entryParts} reads its entries. */
export function* makeSearchTable(parties: GeneratedParties, size: number): Steps<Uint32Array> {
  const table = new Uint32Array(size);
  yield* forEachNumber(size, (index) => {
    const { first, last } = parties.name(index);
    table[index] =
      first |
      (last << NAME_BITS) |
      (MAIL_DOMAINS.indexOf(parties.mailDomain(index)) << DOMAIN_AT) |
      (parties.shownName(index) === undefined ? 0 : SHOWS_NAME) |
      (parties.hasEmail(index) ? HAS_EMAIL : 0);
  });
  return table;
}

/** The parts of an entry. Names are places in the tables of `people()`, a domain is one in {@link MAIL_DOMAINS}. */
export const entryParts = {
  first: (entry: number): number => entry & NAME_MASK,
  last: (entry: number): number => (entry >>> NAME_BITS) & NAME_MASK,
  domain: (entry: number): number => (entry >>> DOMAIN_AT) & 3,
  /** Whether the users list shows the name. */
  showsName: (entry: number): boolean => (entry & SHOWS_NAME) !== 0,
  hasEmail: (entry: number): boolean => (entry & HAS_EMAIL) !== 0,
};
