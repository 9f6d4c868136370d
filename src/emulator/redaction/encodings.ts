/**
 * Undoes the encodings in which a secret may stand in a text, one deep: percent-encoding (RFC 3986 section 2.1), the
 * escapes of JSON (RFC 8259 section 7), base64 and base64url (RFC 4648). Each takes linear time.
 */

/** A text to search, and where its parts stand in the text that it was decoded from. */
export interface Layer {
  readonly text: string;
  readonly isBase64: boolean;
  readonly sourceOf: (start: number, end: number) => readonly [start: number, end: number];
}

/** What an escape stands for, or any other character. */
const PERCENT_ESCAPE = /%[\da-fA-F]{2}|[^]/g;
const JSON_ESCAPE = /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])|[^]/g;

/** Groups of base64 digits may begin at each of these places, modulo four. */
const PHASES = [0, 1, 2, 3];

/** The text itself, and what it means in each encoding that it may contain. A decoded byte is a character (Latin-1). */
export function layersOf(text: string): Layer[] {
  const layers: Layer[] = [{ text, isBase64: false, sourceOf: (start, end) => [start, end] }];
  if (text.includes('%')) layers.push(unescaped(text, PERCENT_ESCAPE, percentDecoded));
  if (text.includes('\\')) layers.push(...unescapedJson(text));
  // Fewer digits mean too few bytes for a secret.
  if (!/[\w+/-]{8}/.test(text)) return layers;
  const digits = text.replace(/[^\w+/-]/g, 'A');
  return [...layers, ...PHASES.map((phase) => base64Layer(text, digits, phase))];
}

/** Diagnostics of the emulator quote as JSON what was sent, and a header quotes them. */
const MOST_IN_JSON = 3;

/** What the text means as JSON, and what that means as JSON again. */
function unescapedJson(text: string, deeper = MOST_IN_JSON - 1): Layer[] {
  const once = unescaped(text, JSON_ESCAPE, (escape) => JSON.parse(`"${escape}"`) as string);
  if (deeper === 0 || !once.text.includes('\\')) return [once];
  const inner = unescapedJson(once.text, deeper - 1).map((layer): Layer => ({
    ...layer,
    sourceOf: (start, end) => once.sourceOf(...layer.sourceOf(start, end)),
  }));
  return [once, ...inner];
}

function percentDecoded(escape: string): string {
  return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
}

/**
 * The text with its escapes decoded.
 * @param units matches an escape, or else a character
 * @param decode returns the character of an escape
 */
function unescaped(text: string, units: RegExp, decode: (escape: string) => string): Layer {
  /** The place in the text of each decoded character. */
  const starts: number[] = [];
  let at = 0;
  const decoded = text.match(units)!.map((unit) => {
    starts.push(at);
    at += unit.length;
    return unit.length === 1 ? unit : decode(unit);
  });
  starts.push(at);
  return { text: decoded.join(''), isBase64: false, sourceOf: (start, end) => [starts[start]!, starts[end]!] };
}

/** @param digits the text, with digits in the place of all that is none: so each byte has its place */
function base64Layer(text: string, digits: string, phase: number): Layer {
  const digitOf = (byte: number): number => phase + 4 * Math.floor(byte / 3) + (byte % 3);
  const isInWord = (at: number): boolean => /[\w+-]/.test(text.charAt(at));
  let word: readonly [start: number, end: number] = [0, 0];
  return {
    text: Buffer.from(digits.slice(phase), 'base64').toString('latin1'),
    isBase64: true,
    // The digits of the part with those around them up to a slash, and with their padding. Digits of the part before
    // are not looked at again, so that all parts together take linear time.
    sourceOf: (start, end) => {
      let [left, right] = [digitOf(start), digitOf(end - 1) + 2];
      if (left >= word[0] && right <= word[1]) return word;
      while (left > 0 && isInWord(left - 1)) left--;
      while (isInWord(right)) right++;
      while (text[right] === '=') right++;
      return (word = [left, right]);
    },
  };
}
