/** When the state of a sandbox is kept as a whole, so that the changes before it can be dropped from its log. */

/** After so many changes, or when their texts are as long as the state itself. */
const MOST_CHANGES = 1_000;
const SHORTEST_TEXTS = 65_536;

export class KeepingRule {
  #changes = 0;
  #characters = 0;
  #threshold = SHORTEST_TEXTS;

  /** Counts changes. Returns whether the state is to be kept now. */
  isDueAfter(changes: readonly string[]): boolean {
    this.#changes += changes.length;
    for (const change of changes) this.#characters += change.length;
    return this.#changes >= MOST_CHANGES || this.#characters >= this.#threshold;
  }

  /** Starts to count again after the state was kept. @param length of its text */
  restart(length: number): void {
    this.#changes = 0;
    this.#characters = 0;
    this.#threshold = Math.max(SHORTEST_TEXTS, length);
  }
}
