/** A map with a maximum size. In a full map, a new key replaces the least recently set key. */
export class BoundedMap<Key, Value> {
  readonly #maxSize: number;
  readonly #values = new Map<Key, Value>();
  /** The keys set since the last call of `takeChanged`, in order. Undefined until the first call. */
  #changed: Set<Key> | undefined;

  /** @param entries initial content, the oldest first */
  constructor(maxSize: number, entries: Iterable<readonly [Key, Value]> = []) {
    this.#maxSize = maxSize;
    for (const [key, value] of entries) this.set(key, value);
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  /** Sets the value. If the map is full, the key that was set least recently is removed. */
  set(key: Key, value: Value): void {
    // A map keeps keys in the order of insertion. Deleted first, a known key moves to the end.
    this.#values.delete(key);
    this.#values.set(key, value);
    this.#changed?.delete(key);
    this.#changed?.add(key);
    // The first key is now the one that was set least recently.
    if (this.#values.size > this.#maxSize) this.#values.delete(this.#values.keys().next().value!);
  }

  /** All entries, the least recently set first. */
  entries(): [Key, Value][] {
    return [...this.#values];
  }

  /**
   * The entries that were set since the last call; none at the first call. A copy of the earlier map in which these
   * entries are set in this order equals this map.
   */
  takeChanged(): [Key, Value][] {
    const keys = [...(this.#changed ?? [])];
    this.#changed = new Set();
    return keys.map((key) => [key, this.#values.get(key)!]);
  }
}
