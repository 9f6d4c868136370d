/** Finds the place of a mistake in JSON text: the engine's own messages often have none. */

const BLANKS = /[ \t\n\r]*/y;
const SCALAR =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const NAME = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;

/** The offset of the first character that is wrong (RFC 8259); the length of the text where it is the end. */
export function findJsonMistake(text: string): number {
  const scanner = new Scanner(text);
  return scanner.value() && scanner.isAtEnd() ? text.length : scanner.at;
}

class Scanner {
  /** How far the text is right. */
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
    if (this.#sign('{')) return this.#items('}', () => this.#token(NAME) && this.#sign(':') && this.value());
    if (this.#sign('[')) return this.#items(']', () => this.value());
    return this.#token(SCALAR);
  }

  #items(end: string, item: () => boolean): boolean {
    if (this.#sign(end)) return true;
    do {
      if (!item()) return false;
    } while (this.#sign(','));
    return this.#sign(end);
  }

  #sign(sign: string): boolean {
    if (this.#text[this.at] !== sign) return false;
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
