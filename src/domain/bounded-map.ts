/** A map of bounded size that forgets the value that was set longest ago. */
export class BoundedMap<Key, Value> {
  readonly #most: number;
  readonly #values = new Map<Key, Value>();

  /**
   * @param most how many values are kept at most
   * @param entries what it knows from the beginning
   */
  constructor(most: number, entries: Iterable<readonly [Key, Value]> = []) {
    this.#most = most;
    for (const [key, value] of entries) this.set(key, value);
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value!);
  }

  /** Every value with its key, the one set longest ago first. */
  entries(): [Key, Value][] {
    return [...this.#values];
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }
}
