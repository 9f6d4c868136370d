/** The personal values that no invention may be or hold. */

/** Shorter values stand in too many words by chance. */
const SHORTEST = 3;
/** Longer values are only compared as a whole: they are IDs and sentences, which no name holds. */
const LONGEST = 20;
/** What is longer than this is an ID: nobody would read a name into its digits, and to look for one takes long. */
const LONGEST_TEXT = 60;

export class RealValues {
  /** In lower case; of addresses also their two parts. */
  readonly #values: ReadonlySet<string>;

  constructor(values: Iterable<string>) {
    const parts = [...values].flatMap((value) => [value, ...value.split('@')]).map((value) => value.toLowerCase());
    // Inventions are at that host, too: it is nobody's (RFC 2606).
    this.#values = new Set(parts.filter((part) => part.length >= SHORTEST && part !== 'example.com'));
  }

  /** Whether a text is a real value or holds one; by the parts of the text, because there may be a hundred thousand values. */
  isIn(text: string): boolean {
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
