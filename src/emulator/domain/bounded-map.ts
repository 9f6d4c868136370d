/** A map with a maximum size. A new key then replaces the one that was set least recently. */
export class BoundedMap<Key, Value> {
  readonly #maxSize: number;
  readonly #values = new Map<Key, Value>();
  /** The keys that were set since the last call of `takeChanged`, the last one last. Undefined if nobody asks. */
  #changed: Set<Key> | undefined;

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
    if (this.#changed !== undefined) {
      this.#changed.delete(key);
      this.#changed.add(key);
    }
    if (this.#values.size > this.#maxSize) this.#values.delete(this.#values.keys().next().value!);
  }

  /** All entries, the least recently set first. */
  entries(): [Key, Value][] {
    return [...this.#values];
  }

  /**
   * The entries that were set since the last call, or since the first one. Setting them in this order in a map with the
   * earlier content gives this map.
   */
  takeChanged(): [Key, Value][] {
    const keys = [...(this.#changed ?? [])];
    this.#changed = new Set();
    return keys.map((key) => [key, this.#values.get(key)!]);
  }
}
