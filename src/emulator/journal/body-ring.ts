/**
 * Keeps the bodies of all journals in one piece of memory, a ring in which new bodies overwrite the oldest bodies. With
 * one buffer for each body, V8 would have to collect many buffers (https://github.com/nodejs/node/issues/1671).
 */

/** The size of the ring in bytes. A large list has 50 kB. A day of tests must not fill the memory. */
const SIZE = 4 * 1_048_576;

export class BodyRing {
  /** The memory, which is allocated for the first body. */
  #bytes: Buffer | undefined;
  /** Number of bytes written so far, gaps included. It only grows: modulo the size, it is the position in the ring. */
  #end = 0;

  /** Keeps a text or bytes until other bodies overwrite them. Returns the number of bytes if they are too many. */
  keep(content: string | Uint8Array): BodyInRing | number {
    const length = Buffer.byteLength(content);
    if (length > SIZE) return length;

    this.#bytes ??= Buffer.allocUnsafeSlow(SIZE);
    // A body must not wrap around the end of the ring. If it does not fit there, it begins at the start.
    const left = SIZE - (this.#end % SIZE);
    const start = length > left ? this.#end + left : this.#end;
    const isText = typeof content === 'string';
    if (isText) this.#bytes.write(content, start % SIZE);
    else this.#bytes.set(content, start % SIZE);
    this.#end = start + length;

    return new BodyInRing(this, start, length, isText);
  }

  /** A copy of a body. Returns the number of its bytes if other bodies have overwritten it. */
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
  /** The length of the body in bytes. */
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
