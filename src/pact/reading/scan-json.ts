/** Finds what `JSON.parse` does not say: the position of a syntax error, and members whose name is there twice. */

const BLANKS = /[ \t\n\r]*/y;
const SCALAR =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const NAME = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;

/** The places in a JSON text that a reader has to know. Offsets count characters. */
interface ScannedJson {
  /** Offset of the first character that violates RFC 8259; the length of the text if the text ends too early. */
  readonly validUpTo: number;
  /** Offset of the first member whose object has another one of this name; undefined if there is none. */
  readonly repeated: number | undefined;
}

export function scanJson(text: string): ScannedJson {
  let at = 0;
  let repeated: number | undefined;

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return false;
    at += match[0].length;
    return true;
  };
  const token = (pattern: RegExp): boolean => skip(pattern) && skip(BLANKS);
  const symbol = (wanted: string): boolean => {
    if (text[at] !== wanted) return false;
    at++;
    return skip(BLANKS);
  };
  const items = (end: string, item: () => boolean): boolean => {
    if (symbol(end)) return true;
    do {
      if (!item()) return false;
    } while (symbol(','));
    return symbol(end);
  };
  const name = (others: Set<string>): boolean => {
    const start = at;
    if (!token(NAME)) return false;
    const written = text.slice(start, at).trimEnd();
    if (others.has(written)) repeated ??= start;
    others.add(written);
    return true;
  };
  const value = (): boolean => {
    if (symbol('{')) {
      const names = new Set<string>();
      return items('}', () => name(names) && symbol(':') && value());
    }
    return symbol('[') ? items(']', value) : token(SCALAR);
  };

  skip(BLANKS);
  value();
  return { validUpTo: at, repeated };
}
