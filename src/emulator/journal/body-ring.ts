/**
 * Keeps the bodies of all journals in one piece of memory: a new one takes the place of the oldest. With a buffer for
 * each, V8 would have to look for those of dropped exchanges (https://github.com/nodejs/node/issues/1671).
 */

/** In bytes. A large list has 50 kB. A day of tests must not fill the memory. */
const SIZE = 4 * 1_048_576;

export class BodyRing {
  /** Made for the first body. */
  #bytes: Buffer | undefined;
  /** Number of bytes written so far, gaps included. */
  #end = 0;

  /** Keeps a text or bytes until the memory is needed for others. */
  keep(content: string | Uint8Array): BodyInRing | number {
    const length = Buffer.byteLength(content);
    if (length > SIZE) return length;

    this.#bytes ??= Buffer.allocUnsafeSlow(SIZE);
    // A body lies in one piece.
    const left = SIZE - (this.#end % SIZE);
    const start = length > left ? this.#end + left : this.#end;
    if (typeof content === 'string') this.#bytes.write(content, start % SIZE);
    else this.#bytes.set(content, start % SIZE);
    this.#end = start + length;

    return new BodyInRing(this, start, length, typeof content === 'string');
  }

  /** A copy of the content; the number of its bytes if others have taken its place. */
  read({ start, length, isText }: BodyInRing): string | Uint8Array | number {
    if (this.#bytes === undefined || this.#end - start > SIZE) return length;
    const bytes = this.#bytes.subarray(start % SIZE, (start % SIZE) + length);
    return isText ? bytes.toString() : Buffer.from(bytes);
  }
}

/** A body in a {@link BodyRing}. */
export class BodyInRing {
  readonly #ring: BodyRing;
  readonly start: number;
  /** In bytes. */
  readonly length: number;
  readonly isText: boolean;

  constructor(ring: BodyRing, start: number, length: number, isText: boolean) {
    this.#ring = ring;
    this.start = start;
    this.length = length;
    this.isText = isText;
  }

  content(): string | Uint8Array | number {
    return this.#ring.read(this);
  }
}
