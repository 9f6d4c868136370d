/** A set that empties itself in the next turn of the event loop. */
export class TurnScopedSet<Value> {
  #values = new Set<Value>();

  add(value: Value): void {
    if (this.#values.size === 0)
      setImmediate(() => {
        this.#values = new Set();
      });
    this.#values.add(value);
  }

  values(): Value[] {
    return [...this.#values];
  }
}
