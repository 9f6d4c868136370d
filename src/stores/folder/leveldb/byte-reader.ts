/** Reads the encodings of LevelDB's files from a buffer, from start to end (`util/coding.h` of LevelDB). */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /**
   * Reads a varint: each byte has seven bits of the number, the lowest first. The eighth bit is set in all bytes but
   * the last. The result is not exact above 2^53.
   * @throws RangeError if the bytes end before the number does
   */
  number(): number {
    let value = 0;
    // The loop multiplies, because the bit operators of JavaScript work on 32 bits only.
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
