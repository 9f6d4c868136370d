/** Texts that many requests repeat, such as URLs and headers. Each text is kept in memory once. */

/** The longest text that is shared, in characters. Longer texts, such as access tokens, hardly ever repeat. */
const MOST_CHARACTERS = 100;
/** The number of texts at which all texts are forgotten. That costs less than finding the oldest. */
const MOST_TEXTS = 2_000;

export class RepeatedTexts {
  readonly #known = new Map<string, string>();

  /** Returns an equal text: the string of an earlier call if it is still known, so that memory holds only one. */
  shared(text: string): string {
    if (text.length > MOST_CHARACTERS) return text;

    const known = this.#known.get(text);
    if (known !== undefined) return known;

    if (this.#known.size === MOST_TEXTS) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}
