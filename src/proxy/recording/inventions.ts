/** What stands in a recording for personal values: drawn from a seed, the same for the same value, never one that is real. */

import { People, slug } from '../../domain/population/people.js';
import { hash32, hashHex } from '../../domain/random.js';

/** What kind of value an invention stands for. */
export type Kind = 'partyId' | 'contractId' | 'email' | 'username' | 'firstName' | 'lastName' | 'providerId' | 'profilePicture' | 'text';

const KIND_NUMBERS: Readonly<Record<Kind, number>> = { partyId: 1, contractId: 2, email: 3, username: 4, firstName: 5, lastName: 6, providerId: 7, profilePicture: 8, text: 9 };
/** Shorter values stand in too many words by chance. */
const LEAST_AVOIDED = 3;
/** In digits and hexadecimal nearly every short value does. */
const LEAST_AVOIDED_IN_IDS = 6;
/** Longer values are only compared as a whole: they are IDs and sentences, which no name holds. */
const LONGEST_AVOIDED = 20;
/** Names that are drawn before one is spelled by hash. */
const MOST_NAMES = 50;
/** Where every draw holds a real value, it is the form that does: a party may be called "com". */
const MOST_DRAWS = 200;
const IDS: ReadonlySet<Kind> = new Set(['partyId', 'contractId', 'providerId', 'profilePicture']);

export class Inventions {
  readonly #seed: number;
  readonly #people: People;
  /** Real values, and parts of them that name somebody, in lower case: no invention may contain one. */
  readonly #real: ReadonlySet<string>;
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<Kind, number>();

  /** @param real every personal value that was seen */
  constructor(seed: number, real: Iterable<string>) {
    this.#seed = seed;
    this.#people = new People(seed);
    this.#real = new Set([...real].flatMap((value) => [value, ...value.split('@')]).map((value) => value.toLowerCase()).filter((value) => value.length >= LEAST_AVOIDED && value !== 'example.com'));
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
      const invention = this.#draw(kind, count, draw);
      if (draw >= MOST_DRAWS || !this.#holdsRealValue(kind, invention)) return invention;
    }
  }

  #draw(kind: Kind, count: number, draw: number): string {
    const words = [this.#seed, KIND_NUMBERS[kind], count, draw];
    const pick = (list: readonly string[]): string => list[hash32(...words) % list.length]!;
    const name = draw < MOST_NAMES ? slug(pick(this.#people.firstNames)) : `q${hashHex(3, ...words)}`;
    switch (kind) {
      case 'partyId':
        return `party::${hashHex(16, ...words)}::1220${hashHex(32, ...words, 1)}`;
      case 'contractId':
        return `00${hashHex(68, ...words)}`;
      case 'email':
        return `${name}.${count}@example.com`;
      case 'username':
        return `${name}-${count}`;
      case 'firstName':
        return draw < MOST_NAMES ? pick(this.#people.firstNames) : spelled(words);
      case 'lastName':
        return draw < MOST_NAMES ? pick(this.#people.lastNames) : spelled(words);
      case 'providerId':
        return String(1_000_000_000 + hash32(...words));
      case 'profilePicture':
        return `https://pictures.example.com/${hashHex(6, ...words)}.png`;
      case 'text':
        return draw < MOST_NAMES ? pick(this.#people.bios) : `Words ${hashHex(4, ...words)}`;
    }
  }

  /** By the parts of the invention and not by the real values, of which there may be a hundred thousand. */
  #holdsRealValue(kind: Kind, invention: string): boolean {
    const text = invention.toLowerCase();
    if (this.#real.has(text)) return true;
    const least = IDS.has(kind) ? LEAST_AVOIDED_IN_IDS : LEAST_AVOIDED;
    for (let from = 0; from + least <= text.length; from++) {
      const most = Math.min(text.length, from + LONGEST_AVOIDED);
      for (let to = from + least; to <= most; to++) if (this.#real.has(text.slice(from, to))) return true;
    }
    return false;
  }
}

/** A name of letters alone. */
function spelled(words: readonly number[]): string {
  return `Q${hashHex(4, ...words).replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;
}
