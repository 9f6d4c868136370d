/** What a search looks at in each generated party: its names and its e-mail, in four bytes. */

import { forEachNumber, type Steps } from '../../../common/steps.js';
import { MAIL_DOMAINS } from './accounts.js';
import type { NamePlaces } from './people.js';

const NAME_BITS = 12;
const NAME_MASK = 2 ** NAME_BITS - 1;
const DOMAIN_AT = 2 * NAME_BITS;
const SHOWS_NAME = 2 ** 26;
const HAS_EMAIL = 2 ** 27;

/** A population, as far as its parties are searched. */
interface Searched {
  readonly size: number;
  name(index: number): NamePlaces;
  shownName(index: number): NamePlaces | undefined;
  mailDomain(index: number): (typeof MAIL_DOMAINS)[number];
  hasEmail(index: number): boolean;
}

/** Makes the table, by party number. {@link entryParts} reads its entries. */
export function* makeSearchTable(population: Searched): Steps<Uint32Array> {
  const table = new Uint32Array(population.size);
  yield* forEachNumber(population.size, (index) => {
    const { first, last } = population.name(index);
    table[index] =
      first |
      (last << NAME_BITS) |
      (MAIL_DOMAINS.indexOf(population.mailDomain(index)) << DOMAIN_AT) |
      (population.shownName(index) === undefined ? 0 : SHOWS_NAME) |
      (population.hasEmail(index) ? HAS_EMAIL : 0);
  });
  return table;
}

/** The parts of an entry: places of names in the tables of `people()`, and the place of a domain in {@link MAIL_DOMAINS}. */
export const entryParts = {
  first: (entry: number): number => entry & NAME_MASK,
  last: (entry: number): number => (entry >>> NAME_BITS) & NAME_MASK,
  domain: (entry: number): number => (entry >>> DOMAIN_AT) & 3,
  /** Whether the users list shows the name. */
  showsName: (entry: number): boolean => (entry & SHOWS_NAME) !== 0,
  hasEmail: (entry: number): boolean => (entry & HAS_EMAIL) !== 0,
};
