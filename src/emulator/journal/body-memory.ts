/**
 * Keeps the bodies of all journals in a few large buffers. With a buffer for each body, those of dropped exchanges
 * would stay until V8 looks for dead objects among old ones, and take several times the memory of those that are kept.
 */

/** In bytes. The last block of a body is half empty on average. */
const BLOCK_BYTES = 1_024;
const BLOCKS_OF_BUFFER = 256;
const NO_BLOCK = -1;

/** Blocks are made when they are first needed, and used again when their body is released. */
export class BodyMemory {
  readonly #buffers: Buffer[] = [];
  /** For each block, the next one of its body, or the next free one. */
  readonly #next: number[] = [];
  #free = NO_BLOCK;

  /** A copy of the bytes, until it is released. */
  keep(bytes: Uint8Array): BodyInMemory {
    let first = NO_BLOCK;
    // From the end, so that each block knows the next one.
    for (let end = bytes.length; end > 0;) {
      const start = Math.floor((end - 1) / BLOCK_BYTES) * BLOCK_BYTES;
      const block = this.#take();
      this.#bufferOf(block).set(bytes.subarray(start, end), placeOf(block));
      this.#next[block] = first;
      first = block;
      end = start;
    }
    return new BodyInMemory(this, first, bytes.length);
  }

  /** Call it once for each body. */
  release({ first }: BodyInMemory): void {
    for (let block = first; block !== NO_BLOCK;) {
      const next = this.#next[block]!;
      this.#next[block] = this.#free;
      this.#free = block;
      block = next;
    }
  }

  read({ first, length }: BodyInMemory): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let block = first, at = 0; block !== NO_BLOCK; block = this.#next[block]!, at += BLOCK_BYTES) {
      const start = placeOf(block);
      bytes.set(this.#bufferOf(block).subarray(start, start + Math.min(BLOCK_BYTES, length - at)), at);
    }
    return bytes;
  }

  #take(): number {
    if (this.#free === NO_BLOCK) {
      this.#free = this.#next.length;
      this.#buffers.push(Buffer.allocUnsafeSlow(BLOCKS_OF_BUFFER * BLOCK_BYTES));
      for (let added = 0; added < BLOCKS_OF_BUFFER; added++) this.#next.push(this.#next.length + 1);
      this.#next[this.#next.length - 1] = NO_BLOCK;
    }
    const block = this.#free;
    this.#free = this.#next[block]!;
    return block;
  }

  #bufferOf(block: number): Buffer {
    return this.#buffers[Math.floor(block / BLOCKS_OF_BUFFER)]!;
  }
}

/** Where a block begins in its buffer. */
function placeOf(block: number): number {
  return (block % BLOCKS_OF_BUFFER) * BLOCK_BYTES;
}

/** A body in a {@link BodyMemory}. */
export class BodyInMemory {
  readonly #memory: BodyMemory;
  /** Its first block. */
  readonly first: number;
  /** In bytes. */
  readonly length: number;

  constructor(memory: BodyMemory, first: number, length: number) {
    this.#memory = memory;
    this.first = first;
    this.length = length;
  }

  /** A copy of the bytes. */
  bytes(): Buffer {
    return this.#memory.read(this);
  }
}
