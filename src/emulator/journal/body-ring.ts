/**
 * Keeps the bodies of all journals in one piece of memory, in which new bodies overwrite the oldest ones. With one
 * buffer for each body, V8 would have to collect many buffers (https://github.com/nodejs/node/issues/1671).
 */

/** The size of the ring in bytes. A large list has 50 kB. A day of tests must not fill the memory. */
const SIZE = 4 * 1_048_576;

export class BodyRing {
  /** Allocated for the first body. */
  #bytes: Buffer | undefined;
  /** Number of bytes written so far, gaps included. */
  #end = 0;

  /** Keeps a text or bytes until other bodies overwrite it. Returns the number of its bytes if it is too large. */
  keep(content: string | Uint8Array): BodyInRing | number {
    const length = Buffer.byteLength(content);
    if (length > SIZE) return length;

    this.#bytes ??= Buffer.allocUnsafeSlow(SIZE);
    // A body must not wrap around the end of the ring.
    const left = SIZE - (this.#end % SIZE);
    const start = length > left ? this.#end + left : this.#end;
    const isText = typeof content === 'string';
    if (isText) this.#bytes.write(content, start % SIZE);
    else this.#bytes.set(content, start % SIZE);
    this.#end = start + length;

    return new BodyInRing(this, start, length, isText);
  }

  /** A copy of the content; the number of its bytes if other bodies have overwritten it. */
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
