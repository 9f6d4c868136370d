/** What stands in a recording for personal values: drawn from a seed, the same for the same value, never one that is real. */

import { People, slug } from '../../domain/population/people.js';
import { hash32, hashHex } from '../../domain/time/random.js';
import { RealValues } from './real-values.js';

/** What kind of value an invention stands for. */
export type Kind =
  'partyId' | 'contractId' | 'email' | 'username' | 'firstName' | 'lastName' | 'providerId' | 'profilePicture' | 'text';

const KIND_NUMBERS: Readonly<Record<Kind, number>> = {
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
/** Where so many draws hold a real value, it is the form that does: somebody may be called "com". */
const MOST_DRAWS = 200;

export class Inventions {
  readonly #seed: number;
  readonly #real: RealValues;
  /** Names and texts that hold no real value; there may be none. */
  readonly #pools: Readonly<Record<'firstName' | 'lastName' | 'text', readonly string[]>>;
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<Kind, number>();

  /** @param real every personal value that was seen */
  constructor(seed: number, real: Iterable<string>) {
    this.#seed = seed;
    this.#real = new RealValues(real);
    const { firstNames, lastNames, bios } = new People(seed);
    const free = (pool: readonly string[]): string[] => pool.filter((text) => !this.#real.isIn(text));
    this.#pools = { firstName: free(firstNames), lastName: free(lastNames), text: free(bios) };
  }

  /** The invention for a value; upper and lower case make no difference, as look-ups make none. */
  of(kind: Kind, value: string): string {
    const key = `${kind} ${value.toLowerCase()}`;
    let invention = this.#known.get(key);
    if (invention === undefined) this.#known.set(key, (invention = this.#invent(kind)));
    return invention;
  }

  #invent(kind: Kind): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    for (let draw = 0; ; draw++) {
      const invention = this.#draw(kind, count, [this.#seed, KIND_NUMBERS[kind], count, draw]);
      if (draw >= MOST_DRAWS || !this.#real.isIn(invention)) return invention;
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
    return pool[hash32(...words) % pool.length] ?? spelled(words);
  }
}

const CONSONANTS = 'bdfghjklmnprstvz';
const VOWELS = 'aeioaeiuaeioaeou';

/** A word of four syllables. */
function spelled(words: readonly number[]): string {
  const syllables = Array.from(
    hashHex(4, ...words),
    (digit, at) => (at % 2 === 0 ? CONSONANTS : VOWELS)[parseInt(digit, 16)]!,
  ).join('');
  return syllables.charAt(0).toUpperCase() + syllables.slice(1);
}
