/** A map with a maximum size. A new key then replaces the one that was set least recently. */
export class BoundedMap<Key, Value> {
  readonly #maxSize: number;
  /** Made for the first entry: each sandbox has several of these maps, and most stay empty. */
  #values: Map<Key, Value> | undefined;
  /**
   * The keys from the oldest on. It goes on with the key after the last one that was dropped: a new iterator would
   * first step over all that were deleted before.
   */
  #oldest: MapIterator<Key> | undefined;
  /** The keys that were set since the last call of `takeChanged`, the last one last. Undefined if nobody asks. */
  #changed: Set<Key> | undefined;

  /** @param entries initial content, the oldest first */
  constructor(maxSize: number, entries: Iterable<readonly [Key, Value]> = []) {
    this.#maxSize = maxSize;
    for (const [key, value] of entries) this.set(key, value);
  }

  get(key: Key): Value | undefined {
    return this.#values?.get(key);
  }

  set(key: Key, value: Value): void {
    const values = (this.#values ??= new Map<Key, Value>());
    values.delete(key);
    values.set(key, value);
    if (this.#changed !== undefined) {
      this.#changed.delete(key);
      this.#changed.add(key);
    }
    if (values.size > this.#maxSize) this.#dropOldest(values);
  }

  #dropOldest(values: Map<Key, Value>): void {
    let oldest = this.#oldest?.next();
    if (oldest === undefined || oldest.done === true) oldest = (this.#oldest = values.keys()).next();
    values.delete(oldest.value!);
  }

  /** All entries, the least recently set first. */
  entries(): [Key, Value][] {
    return this.#values === undefined ? [] : [...this.#values];
  }

  delete(key: Key): void {
    this.#values?.delete(key);
  }

  /**
   * The entries that were set since the last call, or since the first one. Setting them in this order in a map with the
   * earlier content gives this map.
   */
  takeChanged(): [Key, Value][] {
    if (this.#changed === undefined || this.#changed.size === 0) {
      this.#changed ??= new Set();
      return [];
    }
    const entries = [...this.#changed].map((key): [Key, Value] => [key, this.#values!.get(key)!]);
    this.#changed.clear();
    return entries;
  }
}
