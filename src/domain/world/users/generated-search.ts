/**
 * The search of the users list over generated parties: full name, e-mail and party ID. Names come from tables, so the term is
 * compared with each name of a table once, and with a party by looking up what it has of the tables. Long digits tell the
 * parties that can have them.
 */

import { placesInPartyId, wordsAt } from '../../population/identifiers.js';
import { people } from '../../population/people.js';
import { accountParts, MAIL_DOMAINS, type Population } from '../../population/population.js';
import type { Steps } from '../../steps.js';

/** What a search finds. */
export interface GeneratedSearch {
  /** The only parties that can match; undefined if all can. */
  readonly candidates: ReadonlySet<number> | undefined;
  /** Whether the party with this number matches. */
  readonly matches: (index: number) => boolean;
}

/** A part of the search, which has candidates of its own. Undefined if no party can match it. */
type PartialSearch = GeneratedSearch | undefined;

/** A condition for an account of {@link Population.accounts}. */
type AccountTest = (account: number) => boolean;

/** So many words of IDs are decoded in the time in which one party is compared. */
const DECODED_IN_COMPARISON = 20;

/** Prepares a search. The term is in lower case. */
export function* generatedSearch(population: Population, term: string): Steps<GeneratedSearch> {
  const accounts = yield* population.accounts();
  const parts = [
    nameSearch(accounts, term),
    emailSearch(population, accounts, term),
    yield* partyIdSearch(population, term),
  ].filter((part) => part !== undefined);
  const [first, second, third] = parts;
  return {
    candidates: unionOf(parts.map(({ candidates }) => candidates)),
    // Not by `some`: this runs for each party.
    matches: (index) =>
      first?.matches(index) === true || second?.matches(index) === true || third?.matches(index) === true,
  };
}

/** Undefined if one of them is: then all parties are candidates. */
function unionOf(sets: readonly (ReadonlySet<number> | undefined)[]): ReadonlySet<number> | undefined {
  const known = sets.filter((set) => set !== undefined);
  return known.length < sets.length ? undefined : new Set(known.flatMap((set) => [...set]));
}

/** Undefined if no name of the tables can contain the term. */
function nameSearch(accounts: Uint32Array, term: string): PartialSearch {
  const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());
  const { first, last } = people();
  const isInName = pairSearch(lower(first.names), lower(last.names), ' ', term);
  if (isInName === undefined) return undefined;
  const matches = (account: number): boolean => accountParts.showsName(account) && isInName(account);
  return { candidates: undefined, matches: (index) => matches(accounts[index]!) };
}

/** An e-mail is a name, a tag of digits, and a domain. Undefined if no e-mail can contain the term. */
function emailSearch(population: Population, accounts: Uint32Array, term: string): PartialSearch {
  const { name = '', digits = '', domain = '' } = EMAIL_PART.exec(term)?.groups ?? {};
  if (name + digits + domain !== term || digits.length > TAG_DIGITS) return undefined;
  const { first, last } = people();
  const isInAccount = ((): AccountTest | undefined => {
    if (digits !== '') return both(name, pairSearch(first.slugs, last.slugs, '.', name, true), domainSearch(domain));
    if (domain !== '') return name === '' ? domainSearch(domain) : undefined;
    const isInPair = pairSearch(first.slugs, last.slugs, '.', name);
    const isInDomain = MAIL_DOMAINS.map((known) => known.includes(name));
    if (!isInDomain.includes(true)) return isInPair;
    return (account) => isInPair?.(account) === true || isInDomain[accountParts.domain(account)]!;
  })();
  if (isInAccount === undefined) return undefined;
  const hasTag = tagSearch(digits, { isAtStart: name !== '', isAtEnd: domain !== '' });
  const candidate = digits.length === TAG_DIGITS ? population.indexOfHandle(digits) : undefined;
  return {
    candidates: digits.length === TAG_DIGITS ? new Set(candidate === undefined ? [] : [candidate]) : undefined,
    matches: (index) => {
      const account = accounts[index]!;
      return accountParts.hasEmail(account) && isInAccount(account) && hasTag(population.tag(index));
    },
  };
}

const TAG_DIGITS = 7;
const EMAIL_PART = /^(?<name>[a-z.]*)(?<digits>\d*)(?<domain>(?:@[a-z.]*)?)$/;

/** The names end with `name` if there is one, and the domain begins as wanted. Undefined if no names end so. */
function both(name: string, endsPair: AccountTest | undefined, hasDomain: AccountTest): AccountTest | undefined {
  if (name === '') return hasDomain;
  return endsPair && ((account) => endsPair(account) && hasDomain(account));
}

function domainSearch(domain: string): AccountTest {
  const begins = MAIL_DOMAINS.map((known) => `@${known}`.startsWith(domain));
  return (account) => begins[accountParts.domain(account)]!;
}

/** Whether the seven digits of a tag contain others, which may have to be at its start, at its end, or both. */
function tagSearch(
  digits: string,
  { isAtStart, isAtEnd }: { readonly isAtStart: boolean; readonly isAtEnd: boolean },
): (tag: number) => boolean {
  if (digits === '') return () => true;
  const wanted = Number(digits);
  const modulus = 10 ** digits.length;
  const rest = TAG_DIGITS - digits.length;
  if (isAtStart) return (tag) => (!isAtEnd || rest === 0) && Math.floor(tag / 10 ** rest) === wanted;
  if (isAtEnd) return (tag) => tag % modulus === wanted;
  return (tag) => {
    for (let left = tag, skipped = 0; skipped <= rest; left = Math.floor(left / 10), skipped++)
      if (left % modulus === wanted) return true;
    return false;
  };
}

/** Undefined if no party ID can contain the term. */
function* partyIdSearch(population: Population, term: string): Steps<PartialSearch> {
  const places = placesInPartyId(term);
  if (places?.length === 0) return undefined;
  if (places === undefined) return { candidates: undefined, matches: () => true };
  const isShort = places.every((place) => place.length <= 2);
  if (isShort && wordsAt(places) > population.size * DECODED_IN_COMPARISON)
    return { candidates: undefined, matches: population.containing(places) };
  const possible = yield* population.partiesWith(places);
  const candidates = new Set([...possible].filter((index) => population.partyId(index).includes(term)));
  return { candidates, matches: (index) => candidates.has(index) };
}

/**
 * Searches in pairs of texts that are joined by a separator, which neither text contains: the term is inside one text, or
 * around the separator. Undefined if no pair can contain it.
 * @param atEnd whether the term must be at the end of the pair
 */
function pairSearch(
  first: readonly string[],
  last: readonly string[],
  separator: string,
  term: string,
  atEnd = false,
): AccountTest | undefined {
  const [before, after, ...more] = term.split(separator);
  if (more.length > 0) return undefined;
  if (after === undefined) {
    const inLast = flags(last, (text) => (atEnd ? text.endsWith(term) : text.includes(term)));
    const inFirst = flags(first, (text) => !atEnd && text.includes(term));
    if (!inFirst.includes(1) && !inLast.includes(1)) return undefined;
    return (account) => inFirst[accountParts.first(account)]! + inLast[accountParts.last(account)]! > 0;
  }
  const endsFirst = flags(first, (text) => text.endsWith(before!));
  const fitsLast = flags(last, (text) => (atEnd ? text === after : text.startsWith(after)));
  return (account) => endsFirst[accountParts.first(account)]! + fitsLast[accountParts.last(account)]! === 2;
}

function flags(texts: readonly string[], test: (text: string) => boolean): Uint8Array {
  return Uint8Array.from(texts, (text) => (test(text) ? 1 : 0));
}
