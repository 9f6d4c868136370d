/**
 * JSON whose numbers keep their text. JavaScript reads `2.0` and `2` as the same number, but Pact tells them apart, and
 * numbers with many digits are rounded.
 */

/** A JSON text that was parsed so that its numbers can be written as they were. */
export interface ExactJson {
  /** The value. Numbers that JavaScript would write in another way are replaced by texts. */
  readonly value: unknown;
  /** Writes a value that consists of parts of {@link value} and of others. */
  readonly stringify: (value: unknown) => string;
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** @param text valid JSON */
export function parseExactly(text: string): ExactJson {
  const mark = markNotIn(JSON.stringify(JSON.parse(text)));
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${mark}${token}"`,
  );
  const markedNumber = new RegExp(`"${mark}([^"]*)"`, 'g');
  return {
    value: JSON.parse(marked),
    stringify: (value) => JSON.stringify(value).replace(markedNumber, (_, number: string) => number),
  };
}

/** The beginning of a text that is nowhere in the JSON. */
function markNotIn(json: string): string {
  for (let number = 0; ; number++) {
    const mark = `number ${number}:`;
    if (!json.includes(mark)) return mark;
  }
}
