/** Replaces personal values with pseudonyms: drawn from a seed, equal for equal values, and never a real value. */

import { BIO_TEXTS, people, slug } from '../../../emulator/domain/population/people.js';
import { hash32, hashHex } from '../../../emulator/domain/time/random.js';
import type { ObservedParty, ObservedWorld } from './observed-world.js';

const KIND_NUMBERS = {
  partyId: 1,
  contractId: 2,
  email: 3,
  username: 4,
  firstName: 5,
  lastName: 6,
  providerId: 7,
  profilePicture: 8,
  text: 9,
};

/** The kinds of personal values. */
export type Kind = keyof typeof KIND_NUMBERS;

/** After this many draws, a pseudonym that contains a real value is accepted: somebody may be called "com". */
const MOST_DRAWS = 200;

export class Pseudonyms {
  readonly #seed: number;
  readonly #real: RealValues;
  /** Names and texts that contain no real value. May be empty. */
  readonly #pools: Readonly<Record<'firstName' | 'lastName' | 'text', readonly string[]>>;
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<Kind, number>();

  /** @param real all personal values that were observed */
  constructor(seed: number, real: Iterable<string>) {
    this.#seed = seed;
    this.#real = new RealValues(real);
    const { first, last } = people();
    const latin = (names: readonly string[]): string[] => [...new Set(names)].filter((name) => slug(name) !== '');
    const free = (pool: readonly string[]): string[] => pool.filter((text) => !this.#real.isContainedIn(text));
    this.#pools = { firstName: free(latin(first.names)), lastName: free(latin(last.names)), text: free(BIO_TEXTS) };
  }

  /** The pseudonym of a value. Case does not matter, as in look-ups of the service. */
  of(kind: Kind, value: string): string {
    const key = `${kind} ${value.toLowerCase()}`;
    let pseudonym = this.#known.get(key);
    if (pseudonym === undefined) this.#known.set(key, (pseudonym = this.#create(kind)));
    return pseudonym;
  }

  #create(kind: Kind): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    for (let draw = 0; ; draw++) {
      const pseudonym = this.#draw(kind, count, [this.#seed, KIND_NUMBERS[kind], count, draw]);
      if (draw >= MOST_DRAWS || !this.#real.isContainedIn(pseudonym)) return pseudonym;
    }
  }

  #draw(kind: Kind, count: number, words: readonly number[]): string {
    switch (kind) {
      case 'partyId':
        return `party::${hashHex(16, ...words)}::1220${hashHex(32, ...words, 1)}`;
      case 'contractId':
        return `00${hashHex(68, ...words)}`;
      case 'email':
        return `${slug(this.#pick('firstName', words))}.${count}@example.com`;
      case 'username':
        return `${slug(this.#pick('firstName', words))}-${count}`;
      case 'providerId':
        return String(1_000_000_000 + hash32(...words));
      case 'profilePicture':
        return `https://pictures.example.com/${hashHex(6, ...words)}.png`;
      case 'firstName':
      case 'lastName':
      case 'text':
        return this.#pick(kind, words);
    }
  }

  #pick(kind: 'firstName' | 'lastName' | 'text', words: readonly number[]): string {
    const pool = this.#pools[kind];
    return pool[hash32(...words) % pool.length] ?? spellName(words);
  }
}

const CONSONANTS = 'bdfghjklmnprstvz';
const VOWELS = 'aeioaeiuaeioaeou';

/** A pronounceable word, for when no name is left. */
function spellName(words: readonly number[]): string {
  const syllables = Array.from(
    hashHex(4, ...words),
    (digit, at) => (at % 2 === 0 ? CONSONANTS : VOWELS)[parseInt(digit, 16)]!,
  ).join('');
  return syllables.charAt(0).toUpperCase() + syllables.slice(1);
}

/** Shorter values occur by chance in too many words. */
const SHORTEST = 3;
/** Longer values are compared only as a whole: they are IDs and sentences, which no name contains. */
const LONGEST = 20;
/** Longer pseudonyms are IDs. Nobody sees a name in their digits, and searching them takes long. */
const LONGEST_TEXT = 60;

/** The personal values that no pseudonym may contain. */
class RealValues {
  /** In lower case. Of e-mail addresses also the two parts. */
  readonly #values: ReadonlySet<string>;

  constructor(values: Iterable<string>) {
    const parts = [...values].flatMap((value) => [value, ...value.split('@')]).map((value) => value.toLowerCase());
    // Pseudonyms use this host too. It belongs to nobody (RFC 2606).
    this.#values = new Set(parts.filter((part) => part.length >= SHORTEST && part !== 'example.com'));
  }

  /** Whether a text contains a real value. It looks up each part of the text: there may be 100,000 values. */
  isContainedIn(text: string): boolean {
    const lower = text.toLowerCase();
    if (this.#values.has(lower)) return true;
    if (lower.length > LONGEST_TEXT) return false;
    for (let from = 0; from + SHORTEST <= lower.length; from++) {
      const most = Math.min(lower.length, from + LONGEST);
      for (let to = from + SHORTEST; to <= most; to++) if (this.#values.has(lower.slice(from, to))) return true;
    }
    return false;
  }
}

/** Every personal value of a world. Values may repeat. */
export function personalValues({ parties, credentials }: ObservedWorld): string[] {
  return [
    ...[...parties.values()].flatMap(partyValues),
    ...[...credentials.values()].flatMap(({ contractId, metadata }) => [contractId, ...metadata.values()]),
  ];
}

function partyValues({ partyId, email, username, firstName, lastName, accounts = [] }: ObservedParty): string[] {
  const texts = accounts.flatMap((account) => [
    account.email,
    ...Object.values(account.social).filter((value) => typeof value === 'string'),
  ]);
  return [partyId, email, username, firstName, lastName, ...texts].filter((value) => value !== undefined);
}
