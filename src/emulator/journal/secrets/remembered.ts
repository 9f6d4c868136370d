/** Remembers texts without secrets, until there are more of them: searches take long, and clients repeat themselves. */

/** The most characters of texts. */
const MOST_CHARACTERS = 8 * 1_048_576;

export class Remembered {
  /** By the kind of search. */
  readonly #texts = new Map<string, Map<string, string>>();
  #characters = 0;
  readonly #last = new Map<string, { readonly of: unknown; readonly shown: unknown }>();

  /** What a search shows of a text. @param kind the kind of search */
  text(kind: string, text: string, search: () => string): string {
    let ofKind = this.#texts.get(kind);
    if (ofKind === undefined) this.#texts.set(kind, (ofKind = new Map<string, string>()));
    const known = ofKind.get(text);
    if (known !== undefined) return known;
    const shown = search();
    this.#characters += kind.length + text.length + shown.length;
    if (this.#characters > MOST_CHARACTERS) this.forget();
    else ofKind.set(text, shown);
    return shown;
  }

  /** The very same as the last time, if it is of the same thing: exchanges share it in memory. @param kind of thing */
  last<Shown>(kind: string, of: unknown, show: () => Shown): Shown {
    const last = this.#last.get(kind);
    if (last !== undefined && last.of === of) return last.shown as Shown;
    const shown = show();
    this.#last.set(kind, { of, shown });
    return shown;
  }

  /** There is another secret. */
  forget(): void {
    this.#texts.clear();
    this.#characters = 0;
    this.#last.clear();
  }
}
