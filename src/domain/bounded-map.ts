/** A map with a maximum size. When it is full, a new key replaces the one that was set least recently. */
export class BoundedMap<Key, Value> {
  readonly #maxSize: number;
  readonly #values = new Map<Key, Value>();

  /** @param entries initial content, the oldest first */
  constructor(maxSize: number, entries: Iterable<readonly [Key, Value]> = []) {
    this.#maxSize = maxSize;
    for (const [key, value] of entries) this.set(key, value);
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#maxSize) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }

  /** All entries, the least recently set first. */
  entries(): [Key, Value][] {
    return [...this.#values];
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }
}
