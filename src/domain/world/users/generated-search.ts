/**
 * The search of the users list over generated parties: full name, e-mail and party ID. Names come from tables, so the term is
 * compared with each name of a table once, and with a party by looking up its draws.
 */

import type { Population } from '../../population/population.js';
import { people, type NamePlaces } from '../../population/people.js';

/** A predicate by party number. The term is in lower case. */
export function generatedSearch(population: Population, term: string): (index: number) => boolean {
  const isInName = nameSearch(term);
  const isInEmail = emailSearch(population, term);
  const isInPartyId = partyIdSearch(population, term);
  return (index) => {
    const shown = population.shownName(index);
    return (
      (shown !== undefined && isInName(shown)) ||
      (isInEmail !== undefined && population.hasEmail(index) && isInEmail(index)) ||
      isInPartyId?.(index) === true
    );
  };
}

function nameSearch(term: string): (name: NamePlaces) => boolean {
  const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());
  const { first, last } = people();
  return pairSearch(lower(first.names), lower(last.names), ' ', term);
}

/** An e-mail is a name, a tag of digits, and a domain. Undefined if no e-mail can contain the term. */
function emailSearch(population: Population, term: string): ((index: number) => boolean) | undefined {
  const { name = '', digits = '', domain = '' } = EMAIL_PART.exec(term)?.groups ?? {};
  if (name + digits + domain !== term || digits.length > 7) return undefined;
  const { first, last } = people();
  if (digits === '') {
    if (domain === '') {
      const isInPair = pairSearch(first.slugs, last.slugs, '.', name);
      return (index) => isInPair(population.name(index)) || population.mailDomain(index).includes(name);
    }
    return name === '' ? (index) => `@${population.mailDomain(index)}`.startsWith(domain) : undefined;
  }
  const endsPair = pairSearch(first.slugs, last.slugs, '.', name, true);
  return (index) => {
    const tag = String(population.tag(index));
    const isInTag =
      name === ''
        ? domain === ''
          ? tag.includes(digits)
          : tag.endsWith(digits)
        : domain === ''
          ? tag.startsWith(digits)
          : tag === digits;
    return (
      isInTag &&
      (name === '' || endsPair(population.name(index))) &&
      (domain === '' || `@${population.mailDomain(index)}`.startsWith(domain))
    );
  };
}

const EMAIL_PART = /^(?<name>[a-z.]*)(?<digits>\d*)(?<domain>(?:@[a-z.]*)?)$/;

/** Undefined if no party ID can contain the term. A long term tells the parties that can have it. */
function partyIdSearch(population: Population, term: string): ((index: number) => boolean) | undefined {
  if (!/^[0-9a-fprty:]*$/.test(term)) return undefined;
  const candidates = population.candidatesByPartyId(term);
  const contains = (index: number): boolean => population.partyId(index).includes(term);
  return candidates === undefined ? contains : (index) => candidates.has(index) && contains(index);
}

/**
 * Searches in pairs of texts that are joined by a separator, which neither text contains: the term is inside one text, or
 * around the separator.
 * @param atEnd whether the term must be at the end of the pair
 */
function pairSearch(
  first: readonly string[],
  last: readonly string[],
  separator: string,
  term: string,
  atEnd = false,
): (pair: NamePlaces) => boolean {
  const [before, after, ...more] = term.split(separator);
  if (after === undefined) {
    const [inFirst, inLast] = [first, last].map((texts) => texts.map((text) => text.includes(term)));
    const endsLast = last.map((text) => text.endsWith(term));
    return atEnd ? (pair) => endsLast[pair.last]! : (pair) => inFirst![pair.first]! || inLast![pair.last]!;
  }
  if (more.length > 0) return () => false;
  const endsFirst = first.map((text) => text.endsWith(before!));
  const fitsLast = last.map((text) => (atEnd ? text === after : text.startsWith(after)));
  return (pair) => endsFirst[pair.first]! && fitsLast[pair.last]!;
}
