/** The beginning of a text on one line, for messages. */

const CHARACTERS = 200;

export function beginningOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > CHARACTERS ? `${line.slice(0, CHARACTERS)}…` : line;
}
