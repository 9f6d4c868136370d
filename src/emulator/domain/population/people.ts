/**
 * Names and e-mail addresses of generated parties, picked from tables. `build/generate-names.js` makes the tables from
 * Faker's (MIT licence). Blanks separate names, bars separate other texts.
 */

import tableTexts from './names.json' with { type: 'json' };
import { LOCALES } from './shares.js';

/** The tables of names. */
export class People {
  readonly first = new Table(tableTexts.handleWords.firstNames);
  readonly last = new Table(tableTexts.handleWords.lastNames);
  /** Name ranges by language: one entry for each percent of the parties. */
  readonly #locales = Object.entries(tableTexts.locales).flatMap(([locale, { firstNames, lastNames }]) => {
    const ranges = { first: this.first.add(firstNames), last: this.last.add(lastNames) };
    return Array.from({ length: LOCALES[locale as keyof typeof LOCALES] }, () => ranges);
  });

  /** Picks a name by a draw. @returns the positions of its parts in the tables */
  pick(draw: number): Record<'first' | 'last', number> {
    const { first, last } = this.#locales[draw % 100]!;
    const rest = Math.floor(draw / 100);
    return {
      first: first.from + (rest % first.count),
      last: last.from + (Math.floor(rest / first.count) % last.count),
    };
  }
}

/** The names of all languages, each with its spelling in an e-mail address. */
class Table {
  readonly names: string[] = [];
  /** Lower-case ASCII letters only. */
  readonly slugs: string[] = [];
  readonly #words: readonly string[];

  /** @param words spellings, separated by blanks, for names in scripts that `slug` cannot spell */
  constructor(words: string) {
    this.#words = words.split(' ');
  }

  /** @returns the position of the first added name in the table, and the number of added names */
  add(text: string): Record<'from' | 'count', number> {
    const names = text.split(' ');
    const from = this.names.length;
    this.names.push(...names);
    this.slugs.push(...names.map((name, at) => slug(name) || this.#words[at % this.#words.length]!));
    return { from, count: names.length };
  }
}

/** Spellings of letters that `normalize` does not decompose, and of the Ukrainian alphabet. */
const SPELLINGS =
  'ł l ß ss ı i đ d ø o æ ae œ oe а a б b в v г h ґ g д d е e є ie ж zh з z и y і i к k л l м m н n о o п p ' +
  'р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ю iu я ia';
const LATIN = new Map(Array.from(SPELLINGS.matchAll(/(\S) (\S+)/g), ([, letter, spelling]) => [letter!, spelling!]));

/** A name in lower-case ASCII letters; empty if `SPELLINGS` does not contain its script. */
function slug(name: string): string {
  const letters = Array.from(name.toLowerCase().normalize('NFD'), (letter) => LATIN.get(letter) ?? letter);
  return letters.join('').replace(/[^a-z]/g, '');
}

/** Texts in which people describe themselves. */
const BIO_TEXTS = tableTexts.bios.split('|');

/** Texts about people in their accounts. */
export const PHRASES = { bio: BIO_TEXTS, company: tableTexts.companies.split('|'), city: tableTexts.cities.split('|') };

let tables: People | undefined;

/** The tables. They are made on first use, and depend on no seed. */
export function people(): People {
  return (tables ??= new People());
}
