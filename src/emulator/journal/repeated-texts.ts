/** Texts that many requests repeat, such as URLs and headers: each is kept in memory once. */

/** Longer ones, such as access tokens, are hardly ever the same in two sandboxes. */
const MOST_CHARACTERS = 100;
/** When so many are known, all are forgotten. */
const MOST_TEXTS = 2_000;

export class RepeatedTexts {
  readonly #known = new Map<string, string>();

  /** A text equal to the given one: the string of an earlier call if that is still known, so that memory holds one. */
  shared(text: string): string {
    if (text.length > MOST_CHARACTERS) return text;
    const known = this.#known.get(text);
    if (known !== undefined) return known;

    if (this.#known.size === MOST_TEXTS) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}
