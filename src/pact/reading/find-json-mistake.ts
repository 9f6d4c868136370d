/** Finds the position of a syntax error in JSON. The messages of `JSON.parse` often lack it. */

const BLANKS = /[ \t\n\r]*/y;
const SCALAR =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const NAME = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;

/** Offset of the first character that violates RFC 8259; the length of the text if the text ends too early. */
export function findJsonMistake(text: string): number {
  const scanner = new Scanner(text);
  return scanner.value() && scanner.isAtEnd() ? text.length : scanner.at;
}

class Scanner {
  /** Everything before this offset is valid. */
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.#skip(BLANKS);
  }

  isAtEnd(): boolean {
    return this.at === this.#text.length;
  }

  value(): boolean {
    if (this.#symbol('{')) return this.#items('}', () => this.#token(NAME) && this.#symbol(':') && this.value());
    if (this.#symbol('[')) return this.#items(']', () => this.value());
    return this.#token(SCALAR);
  }

  #items(end: string, item: () => boolean): boolean {
    if (this.#symbol(end)) return true;
    do {
      if (!item()) return false;
    } while (this.#symbol(','));
    return this.#symbol(end);
  }

  #symbol(symbol: string): boolean {
    if (this.#text[this.at] !== symbol) return false;
    this.at++;
    this.#skip(BLANKS);
    return true;
  }

  #token(pattern: RegExp): boolean {
    return this.#skip(pattern) && this.#skip(BLANKS);
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text);
    if (match === null) return false;
    this.at += match[0].length;
    return true;
  }
}
