/** Finds what `JSON.parse` does not say: the position of a syntax error. */

const BLANKS = /[ \t\n\r]*/y;
const SCALAR =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const NAME = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;

/**
 * Offset of the first character that violates RFC 8259; the length of the text if the text ends too early. The inner
 * functions move `at` behind what they read, and return whether they could read it.
 */
export function offsetOfMistake(text: string): number {
  let at = 0;

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

  const value = (): boolean => {
    if (symbol('{')) return items('}', () => token(NAME) && symbol(':') && value());
    return symbol('[') ? items(']', value) : token(SCALAR);
  };

  skip(BLANKS);
  value();
  return at;
}
