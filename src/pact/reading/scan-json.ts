/** Finds what `JSON.parse` does not say: the position of a syntax error. */

/** What may stand between any two tokens. */
const BLANKS = /[ \t\n\r]*/y;
/** A text, a number, true, false or null, as in RFC 8259. The flag `y` matches at one offset only. */
const SCALAR =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
/** The name of a member: a text. */
const NAME = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;

/**
 * Offset of the first character that violates RFC 8259; the length of the text if the text ends too early. The inner
 * functions move `at` behind what they read, and return whether they could read it.
 */
export function offsetOfMistake(text: string): number {
  let at = 0;

  // Moves behind a match at the current offset.
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return false;

    at += match[0].length;

    return true;
  };

  // Blanks may follow everywhere.
  const token = (pattern: RegExp): boolean => skip(pattern) && skip(BLANKS);
  const symbol = (wanted: string): boolean => {
    if (text[at] !== wanted) return false;
    at++;
    return skip(BLANKS);
  };

  // Reads the items or members up to the closing bracket.
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

  // Wherever the reading ends, what follows is wrong. Behind a whole value, nothing may follow.
  skip(BLANKS);
  value();

  return at;
}
