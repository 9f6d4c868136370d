/** Collects what is measured: for each figure of each contestant, one sample a round, or one a turn. */

/** @typedef {{ measure: string, figure: string, unit: string, contestant: string, samples: number[] }} Row */

export class Samples {
  /** @type {Map<string, Row>} */
  #rows = new Map();
  #measure = '';

  /** What is added from now on belongs to this measure. */
  begin(measure) {
    this.#measure = measure;
  }

  /**
   * Adds a sample; one that could not be taken leaves no trace.
   * @param {import('../measures/figures.js').Figure} figure
   * @param {string} contestant
   * @param {number | undefined} sample
   */
  add({ name, unit }, contestant, sample) {
    if (sample === undefined) return;
    const key = JSON.stringify([name, contestant]);
    const row = this.#rows.get(key) ?? { measure: this.#measure, figure: name, unit, contestant, samples: [] };
    this.#rows.set(key, row);
    row.samples.push(Number(sample.toPrecision(6)));
  }

  /** The samples of one figure of one contestant, in the order in which they were taken; undefined where there are none. */
  of({ name }, contestant) {
    return this.#rows.get(JSON.stringify([name, contestant]))?.samples;
  }

  /** @returns {(Row & { minimum: number, median: number, maximum: number })[]} in the order in which they were first measured */
  rows() {
    return [...this.#rows.values()].map((row) => ({
      ...row,
      minimum: Math.min(...row.samples),
      median: median(row.samples),
      maximum: Math.max(...row.samples),
    }));
  }
}

/** @param {readonly number[]} samples at least one */
export function median(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length >>> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of the ratios of samples that were taken one after the other, which noise touches least; undefined where a figure is missing. */
export function ratio(samples, others) {
  return samples === undefined || others === undefined
    ? undefined
    : median(samples.map((sample, nth) => sample / others[nth]));
}
