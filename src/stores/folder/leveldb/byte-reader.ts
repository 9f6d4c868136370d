/** Reads LevelDB's encodings from a buffer, from start to end (`util/coding.h`). */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Reads a number in groups of seven bits, lowest first; not exact above 2^53. @throws RangeError at the end */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes.readUInt8(this.#at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  skip(length: number): void {
    this.#at += length;
  }
}
