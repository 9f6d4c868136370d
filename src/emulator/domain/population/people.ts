/**
 * Names and e-mail addresses of generated parties, picked from tables. `build/generate-names.js` makes these tables
 * from the tables of Faker (MIT licence). In a table, blanks separate names, and bars separate other texts.
 */

import tableTexts from './names.json' with { type: 'json' };
import { LOCALES } from './shares.js';

/** A name, and its spelling in an e-mail address: lower-case ASCII letters only. */
type SpelledName = Readonly<Record<'name' | 'slug', string>>;

type Names = Readonly<Record<'first' | 'last', readonly SpelledName[]>>;

let nameCache: readonly Names[] | undefined;

/**
 * The names of each language, in a list of 100 entries: a language with a share of 30 percent has 30 entries, so that a
 * draw finds its language by an index. The list is made on first use, and depends on no seed.
 */
export function namesByPercent(): readonly Names[] {
  nameCache ??= Object.entries(tableTexts.locales).flatMap(([locale, { firstNames, lastNames }]) => {
    const { handleWords } = tableTexts;
    const names = {
      first: spelled(firstNames, handleWords.firstNames),
      last: spelled(lastNames, handleWords.lastNames),
    };
    return Array.from({ length: LOCALES[locale as keyof typeof LOCALES] }, () => names);
  });
  return nameCache;
}

/** Picks a name by a random number. Language, first name and last name use different parts of the number. */
export function pickName(draw: number): Readonly<Record<'first' | 'last', SpelledName>> {
  const { first, last } = namesByPercent()[draw % 100]!;
  const rest = Math.floor(draw / 100);
  return {
    first: first[rest % first.length]!,
    last: last[Math.floor(rest / first.length) % last.length]!,
  };
}

/** The names of a table with their spellings. @param words spellings for scripts that {@link slug} cannot spell */
function spelled(names: string, words: string): SpelledName[] {
  const spellings = words.split(' ');
  return names.split(' ').map((name, at) => ({ name, slug: slug(name) || spellings[at % spellings.length]! }));
}

/** Pairs of a letter and its spelling, for letters that `normalize` does not decompose, and for Ukrainian letters. */
const SPELLINGS =
  'ł l ß ss ı i đ d ø o æ ae œ oe а a б b в v г h ґ g д d е e є ie ж zh з z и y і i к k л l м m н n о o п p ' +
  'р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ю iu я ia';
/** The spelling of each letter. */
const LATIN = new Map(Array.from(SPELLINGS.matchAll(/(\S) (\S+)/g), ([, letter, spelling]) => [letter!, spelling!]));

/** A name in lower-case ASCII letters; empty if `SPELLINGS` does not contain its script. */
function slug(name: string): string {
  const letters = Array.from(name.toLowerCase().normalize('NFD'), (letter) => LATIN.get(letter) ?? letter);
  return letters.join('').replace(/[^a-z]/g, '');
}

/** Texts about people in their accounts. */
export const PHRASES = {
  bio: tableTexts.bios.split('|'),
  company: tableTexts.companies.split('|'),
  city: tableTexts.cities.split('|'),
};
