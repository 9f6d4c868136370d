/** Finds what `JSON.parse` does not say: the position of a syntax error, and members whose name is there twice. */

const BLANKS = /[ \t\n\r]*/y;
const SCALAR =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const NAME = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;

/** Offset of the first character that violates RFC 8259; the length of the text if the text ends too early. */
export function findJsonMistake(text: string): number {
  const scanner = new Scanner(text);
  return scanner.value() && scanner.isAtEnd() ? text.length : scanner.at;
}

/** Offset of the first member whose object has another one of this name; undefined if there is none. */
export function findRepeatedName(json: string): number | undefined {
  const scanner = new Scanner(json);
  scanner.value();
  return scanner.repeated;
}

class Scanner {
  /** Everything before this offset is valid. */
  at = 0;
  /** Offset of the first repeated name. */
  repeated: number | undefined;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.#skip(BLANKS);
  }

  isAtEnd(): boolean {
    return this.at === this.#text.length;
  }

  value(): boolean {
    if (this.#symbol('{')) {
      const names = new Set<string>();
      return this.#items('}', () => this.#name(names) && this.#symbol(':') && this.value());
    }
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

  #name(others: Set<string>): boolean {
    const start = this.at;
    if (!this.#token(NAME)) return false;
    const name = this.#text.slice(start, this.at).trimEnd();
    if (others.has(name)) this.repeated ??= start;
    others.add(name);
    return true;
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
