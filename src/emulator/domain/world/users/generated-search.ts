/**
 * The search of the users list over generated parties: full name, e-mail and party ID. Names come from tables, so the
 * term is compared with each name of a table once, and with a party by looking up what it has of the tables. Long
 * digits tell the parties that can have them.
 */

import { placesInPartyId, TAG_DIGITS, wordsAt } from '../../population/identifiers.js';
import { people } from '../../population/people.js';
import { MAIL_DOMAINS } from '../../population/accounts.js';
import type { Population } from '../../population/population.js';
import { entryParts } from '../../population/search-table.js';
import { STEP_SIZE, type Steps } from '../../../../common/steps.js';

/** What a search finds. */
export interface GeneratedSearch {
  /** The only parties that can match; undefined if all can. */
  readonly candidates: ReadonlySet<number> | undefined;
  /** Whether the party with this number matches. */
  readonly matches: (index: number) => boolean;
  /** Whether `matches` makes a text of each party: then steps have to be shorter. */
  readonly isSlow?: boolean;
}

/** To make a text of a party takes ten times as long as to look at the search table. */
export const SLOW_STEP_SIZE = STEP_SIZE / 10;

/** A part of the search, which has candidates of its own. Undefined if no party can match it. */
type PartialSearch = GeneratedSearch | undefined;

/** A condition for an entry of the search table. */
type EntryTest = (entry: number) => boolean;

/** The number of words of IDs that can be decoded in the time in which one party is compared. */
const DECODED_IN_COMPARISON = 20;

/**
 * Prepares a search.
 * @param term in lower case
 * @param inUsernames whether it also looks into usernames
 */
export function* generatedSearch(population: Population, term: string, inUsernames = false): Steps<GeneratedSearch> {
  const table = yield* population.searchTable();
  const parts = [
    nameSearch(table, term),
    emailSearch(population, table, term),
    yield* partyIdSearch(population, term),
    inUsernames ? usernameSearch(population, term) : undefined,
  ].filter((part) => part !== undefined);
  const [first, second, third, fourth] = parts.map(({ matches }) => matches);
  return {
    candidates: unionOf(parts.map(({ candidates }) => candidates)),
    // Not by `some`: this runs for each party.
    matches: (index) =>
      first?.(index) === true || second?.(index) === true || third?.(index) === true || fourth?.(index) === true,
    isSlow: parts.some(({ isSlow }) => isSlow === true),
  };
}

/** Undefined if one of them is: then all parties are candidates. */
function unionOf(sets: readonly (ReadonlySet<number> | undefined)[]): ReadonlySet<number> | undefined {
  const known = sets.filter((set) => set !== undefined);
  return known.length < sets.length ? undefined : new Set(known.flatMap((set) => [...set]));
}

/** Undefined if no name of the tables can contain the term. */
function nameSearch(table: Uint32Array, term: string): PartialSearch {
  const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());
  const { first, last } = people();
  const isInName = pairSearch(lower(first.names), lower(last.names), ' ', term);
  if (isInName === undefined) return undefined;
  const matches = (entry: number): boolean => entryParts.showsName(entry) && isInName(entry);
  return { candidates: undefined, matches: (index) => matches(table[index]!) };
}

/** An e-mail is a name, a tag of digits, and a domain. Undefined if no e-mail can contain the term. */
function emailSearch(population: Population, table: Uint32Array, term: string): PartialSearch {
  const { name = '', digits = '', domain = '' } = EMAIL_PART.exec(term)?.groups ?? {};
  if (name + digits + domain !== term || digits.length > TAG_DIGITS) return undefined;
  const { first, last } = people();
  const isInEntry = ((): EntryTest | undefined => {
    if (digits !== '') return both(name, pairSearch(first.slugs, last.slugs, '.', name, true), domainSearch(domain));
    if (domain !== '') return name === '' ? domainSearch(domain) : undefined;
    const isInPair = pairSearch(first.slugs, last.slugs, '.', name);
    const isInDomain = MAIL_DOMAINS.map((known) => known.includes(name));
    if (!isInDomain.includes(true)) return isInPair;
    return (entry) => isInPair?.(entry) === true || isInDomain[entryParts.domain(entry)]!;
  })();
  if (isInEntry === undefined) return undefined;
  const hasDigits = (tag: string): boolean => {
    if (name === '') return domain === '' ? tag.includes(digits) : tag.endsWith(digits);
    return domain === '' ? tag.startsWith(digits) : tag === digits;
  };
  // Between a name and a domain, the digits are a whole tag.
  const isTag = name !== '' && digits !== '' && domain !== '';
  const candidate = isTag ? population.indexOfHandle(digits) : undefined;
  return {
    candidates: isTag ? new Set(candidate === undefined ? [] : [candidate]) : undefined,
    matches: (index) => {
      const entry = table[index]!;
      if (!entryParts.hasEmail(entry) || !isInEntry(entry)) return false;
      return digits === '' || hasDigits(String(population.identifiers.tag(index)));
    },
    isSlow: digits !== '',
  };
}

const EMAIL_PART = /^(?<name>[a-z.]*)(?<digits>\d*)(?<domain>(?:@[a-z.]*)?)$/;

/** The names end with `name` if there is one, and the domain begins as wanted. Undefined if no names end so. */
function both(name: string, endsPair: EntryTest | undefined, hasDomain: EntryTest): EntryTest | undefined {
  if (name === '') return hasDomain;
  return endsPair && ((entry) => endsPair(entry) && hasDomain(entry));
}

function domainSearch(domain: string): EntryTest {
  const begins = MAIL_DOMAINS.map((known) => `@${known}`.startsWith(domain));
  return (entry) => begins[entryParts.domain(entry)]!;
}

/** Undefined if no party ID can contain the term. */
function* partyIdSearch(population: Population, term: string): Steps<PartialSearch> {
  const places = placesInPartyId(term);
  if (places?.length === 0) return undefined;
  if (places === undefined) return { candidates: undefined, matches: () => true };
  const hasTerm = (index: number): boolean => population.partyId(index).includes(term);
  if (wordsAt(places) > population.size * DECODED_IN_COMPARISON)
    return { candidates: undefined, matches: hasTerm, isSlow: true };
  const possible = yield* population.identifiers.partiesWith(places, population.size);
  const candidates = new Set<number>();
  for (const [nth, index] of [...possible].entries()) {
    if (nth % SLOW_STEP_SIZE === SLOW_STEP_SIZE - 1) yield;
    if (hasTerm(index)) candidates.add(index);
  }
  return { candidates, matches: (index) => candidates.has(index) };
}

/** Undefined if no username can contain the term: they are letters, then digits. */
function usernameSearch(population: Population, term: string): PartialSearch {
  if (!/^[a-z]*\d*$/.test(term)) return undefined;
  return { candidates: undefined, matches: (index) => population.username(index).includes(term), isSlow: true };
}

/**
 * Searches in pairs of texts that are joined by a separator, which neither text contains: the term is inside one text,
 * or around the separator. Undefined if no pair can contain it.
 * @param atEnd whether the term must be at the end of the pair
 */
function pairSearch(
  first: readonly string[],
  last: readonly string[],
  separator: string,
  term: string,
  atEnd = false,
): EntryTest | undefined {
  const [before, after, ...more] = term.split(separator);
  if (more.length > 0) return undefined;
  if (after === undefined) {
    const inLast = flags(last, (text) => (atEnd ? text.endsWith(term) : text.includes(term)));
    const inFirst = flags(first, (text) => !atEnd && text.includes(term));
    if (!inFirst.includes(1) && !inLast.includes(1)) return undefined;
    return (entry) => inFirst[entryParts.first(entry)]! + inLast[entryParts.last(entry)]! > 0;
  }
  const endsFirst = flags(first, (text) => text.endsWith(before!));
  const fitsLast = flags(last, (text) => (atEnd ? text === after : text.startsWith(after)));
  return (entry) => 2 === endsFirst[entryParts.first(entry)]! + fitsLast[entryParts.last(entry)]!;
}

function flags(texts: readonly string[], test: (text: string) => boolean): Uint8Array {
  return Uint8Array.from(texts, (text) => (test(text) ? 1 : 0));
}
