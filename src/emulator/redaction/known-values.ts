/** Secrets that are removed by their value, wherever they occur. */

import { MARKERS } from './markers.js';

/**
 * The shortest value that is removed everywhere, in characters. A shorter value is removed only in places of secrets.
 */
const SHORTEST = 6;
/**
 * The shortest value that is removed inside of longer words, in characters. A shorter value with only letters or only
 * digits may be a part of an ordinary word.
 */
const SHORTEST_IN_WORDS = 8;
/** How many characters at the beginning of a longer value are enough to find it, because its end may be cut off. */
const ENOUGH = 32;

/** Receives a position in a text, and the replacement. */
export type OnFound = (start: number, end: number, shown: string) => void;

/** A form in which a value may occur in a text. */
interface Form {
  readonly value: string;
  /** The text of the form, such as `my+secret` for `my secret`. */
  readonly text: string;
}

/** The secrets that the emulator knows, in all forms in which a text may contain them. */
export class KnownValues {
  /** Has 1 at the index of each byte that may be part of a secret: printable ASCII, and the bytes of values. */
  readonly textBytes = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= 0x20 && byte < 0x7f));
  readonly #most: number;
  /** What replaces each value. The oldest value is first. */
  readonly #markers = new Map<string, string>();
  #forms: Form[] = [];

  /** @param most the number of values; the oldest are forgotten first. Default: no limit */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** What replaces a value; undefined if the value is not known. */
  markerOf(value: string): string | undefined {
    return this.#markers.get(value);
  }

  /**
   * Adds a value, unless it is known.
   * @param marker what replaces the value: a marker, or a name for this value alone
   */
  add(value: string, marker: string = MARKERS.otherSecret): void {
    if (this.#markers.has(value)) return;

    this.#markers.set(value, marker);
    // A map keeps its keys in the order of insertion, so the first key is the oldest.
    const [oldest] = this.#markers.size > this.#most ? this.#markers.keys() : [];
    if (oldest !== undefined) this.#markers.delete(oldest);
    this.#forms = this.#forms.filter((form) => form.value !== oldest);
    if (value.length < SHORTEST) return;

    this.#forms.push(...formsOf(value));
    for (const byte of Buffer.from(value)) this.textBytes[byte] = 1;
  }

  /** Whether a text contains any of the values. */
  isIn(text: string): boolean {
    return this.#forms.some((form) => text.includes(form.text));
  }

  /** Reports where a text contains the values. */
  find(text: string, report: OnFound): void {
    for (const { value, text: form } of this.#forms) {
      const mayBeInWord = value.length >= SHORTEST_IN_WORDS || !/^(?:[a-z]+|\d+)$/i.test(value);
      const beginning = form.slice(0, ENOUGH);
      let start = text.indexOf(beginning);
      while (start !== -1) {
        const end = endOfForm(form, text, start);
        // Otherwise it counts only if no letter or digit stands directly before or after it.
        const isAlone = !/\w/.test((text[start - 1] ?? '') + (text[end] ?? ''));
        if (mayBeInWord || isAlone) report(start, end, this.#markers.get(value)!);
        start = text.indexOf(beginning, end);
      }
    }
  }
}

/** Where a form that begins at a position ends: as much of it counts as the text has. */
function endOfForm(form: string, text: string, start: number): number {
  let length = Math.min(form.length, ENOUGH);
  while (length < form.length && text[start + length] === form[length]) length++;
  return start + length;
}

/**
 * The forms of a value: as it is, in an HTML form (with plus signs for spaces), and in a header, whose bytes Node.js
 * reads as Latin-1 (https://github.com/nodejs/llhttp/issues/126).
 */
function formsOf(value: string): Form[] {
  const texts = [value, value.replaceAll(' ', '+')].flatMap((text) => [text, Buffer.from(text).toString('latin1')]);
  return [...new Set(texts)].map((text) => ({ value, text }));
}
