/** A map of bounded size that forgets the value that was set longest ago. */
export class RecentValues<Key, Value> {
  readonly #most: number;
  readonly #values = new Map<Key, Value>();

  /** @param most how many values are kept at most */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value!);
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }
}
