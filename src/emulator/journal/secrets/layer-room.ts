/** The memory of decoded texts. */

/** Memory for one layer, used again for the next text. */
export class LayerRoom {
  bytes = new Uint8Array(256);
  starts = new Int32Array(257);

  /** Room for so many bytes; the first ones stay. */
  reserve(size: number): void {
    if (size <= this.bytes.length) return;
    const [bytes, starts] = [new Uint8Array(2 * size), new Int32Array(2 * size + 1)];
    bytes.set(this.bytes);
    starts.set(this.starts);
    this.bytes = bytes;
    this.starts = starts;
  }
}
