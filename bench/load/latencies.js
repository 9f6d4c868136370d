/** Counts latencies in steps of ten microseconds. */

const STEPS_PER_MILLISECOND = 100;
const MOST_MILLISECONDS = 1_000;

export class Latencies {
  #counts = new Uint32Array(MOST_MILLISECONDS * STEPS_PER_MILLISECOND + 1);
  #total = 0;

  /** Whatever is longer than the longest counts as the longest. */
  record(milliseconds) {
    this.#counts[Math.min(this.#counts.length - 1, Math.round(milliseconds * STEPS_PER_MILLISECOND))]++;
    this.#total++;
  }

  get count() {
    return this.#total;
  }

  /** The latency, in milliseconds, that the given share of all does not exceed. */
  percentile(share) {
    let left = Math.ceil(this.#total * share);
    const step = this.#counts.findIndex((count) => (left -= count) <= 0);
    return step / STEPS_PER_MILLISECOND;
  }
}
