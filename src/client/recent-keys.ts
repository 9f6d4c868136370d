/** The keys that were seen last; older ones make room, so that a list of any length can be read. */

export class RecentKeys {
  readonly #keys = new Set<unknown>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether the key is new; it is remembered then. */
  add(key: unknown): boolean {
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    if (this.#keys.size > this.#most) this.#keys.delete(this.#keys.values().next().value);
    return true;
  }
}
