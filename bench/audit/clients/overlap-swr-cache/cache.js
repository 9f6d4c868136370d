// A cache that answers at once with what it has, and loads anew in the background.
export class Cache {
  #entries = new Map();
  #versions = new Map();
  #loads = new Set();

  constructor(load, maxAge = 30_000) {
    this.load = load;
    this.maxAge = maxAge;
  }

  /** What is cached, if it is young; what is cached and a reload, if it is old; else the loaded value. */
  async get(key) {
    const entry = this.#entries.get(key);
    if (!entry) return this.reload(key);
    if (Date.now() - entry.at > this.maxAge) this.#background(key);
    return entry.value;
  }

  async reload(key) {
    const version = this.#versions.get(key);
    const value = await this.load(key);
    if (version === this.#versions.get(key)) this.#entries.set(key, { value, at: Date.now() });
    return value;
  }

  /** After a write: what was cached is wrong from now on. */
  async invalidate(key) {
    this.#entries.delete(key);
    this.#versions.set(key, (this.#versions.get(key) ?? 0) + 1);
    return this.reload(key);
  }

  #background(key) {
    const load = this.reload(key)
      .catch(() => {})
      .finally(() => this.#loads.delete(load));
    this.#loads.add(load);
  }

  async idle() {
    await Promise.all(this.#loads);
  }
}
