/** Splits a large JSON document into the elements of a list in it, without reading the whole document into memory. */

/**
 * The bytes that structure JSON: quotation mark, backslash, colon, brackets and braces. In UTF-8, no other character
 * contains them.
 */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const OPENING = new Set([BRACKET, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Receives a document piece by piece, and yields the text of each object in the lists. It tracks strings and brackets
 * only; it does not check the syntax.
 */
export class ElementSplitter {
  readonly #lists: readonly string[];
  /** The names of the members that lead to the current position; undefined for a step into a list. */
  readonly #path: (string | undefined)[] = [];
  /** The depth of the list whose elements are read; undefined outside of such a list. */
  #listDepth: number | undefined;
  #inString = false;
  #isEscaped = false;
  /** The pieces of the element or the name that is being read. */
  #pieces: Buffer[] = [];
  /** Where the element or name starts in the current bytes; -1 if none is being read. */
  #start = -1;
  /** The name of the member whose value comes next. */
  #name: string | undefined;
  /** The last string. If a colon follows, it is the name of a member. */
  #pending: string | undefined;

  /** @param lists the names of the members that lead to each list: `log/entries`; empty for the document itself */
  constructor(lists: readonly string[]) {
    this.#lists = lists;
  }

  /** Whether an object or a list has not ended. */
  get isOpen(): boolean {
    return this.#path.length > 0;
  }

  /** Reads the next bytes, in UTF-8, and yields the elements that end in them. */
  *read(bytes: Buffer): Generator<string> {
    // An element that began in earlier bytes goes on at the start of these.
    if (this.#start !== -1) this.#start = 0;

    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (this.#inString) {
        at = this.#skipString(bytes, at);
        continue;
      }

      if (byte === QUOTE) this.#beginString(at);
      else if (byte === COLON && this.#listDepth === undefined) this.#name = this.#pending;
      else if (OPENING.has(byte)) this.#open(at, byte === BRACKET);
      else if (CLOSING.has(byte)) {
        const element = this.#close(bytes, at);
        if (element !== undefined) yield element;
      }
    }

    // A copy, because the caller may use the memory of the bytes again.
    if (this.#start !== -1) this.#pieces.push(Buffer.from(bytes.subarray(this.#start)));
  }

  /** Begins a string. Outside of a list, it may be the name of a member on the path. */
  #beginString(at: number): void {
    this.#inString = true;
    if (this.#start === -1 && this.#listDepth === undefined) this.#start = at + 1;
  }

  /** Goes to the end of the string, or of the bytes if the string goes on. Returns the position that was reached. */
  #skipString(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (bytes[at] === BACKSLASH) this.#isEscaped = true;
      else if (bytes[at] === QUOTE) {
        this.#inString = false;
        if (this.#listDepth === undefined) this.#pending = this.#take(bytes, at);
        return at;
      }
    }

    return bytes.length;
  }

  /** Enters an object or a list. An object directly in the list is an element. */
  #open(at: number, isList: boolean): void {
    this.#path.push(this.#name);
    this.#name = undefined;
    const depth = this.#path.length;
    if (this.#listDepth !== undefined) {
      if (depth === this.#listDepth + 1) this.#start = at;
      return;
    }

    // The document itself has no name, so the path begins behind it.
    const path = this.#path.slice(1).join('/');
    if (isList && this.#lists.includes(path)) this.#listDepth = depth;
  }

  /** Leaves an object or a list. Returns the element that ends here, if one does. */
  #close(bytes: Buffer, at: number): string | undefined {
    const depth = this.#path.length;
    this.#path.pop();
    if (depth === this.#listDepth) this.#listDepth = undefined;

    const isElement = this.#listDepth !== undefined && depth === this.#listDepth + 1;
    return isElement ? this.#take(bytes, at + 1) : undefined;
  }

  /** The text from the start of the current piece to `end`. */
  #take(bytes: Buffer, end: number): string {
    const text = Buffer.concat([...this.#pieces, bytes.subarray(this.#start, end)]).toString();
    this.#pieces = [];
    this.#start = -1;

    return text;
  }
}
