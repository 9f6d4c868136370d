/** Collects what is measured: for each figure of each server, one sample a round. */

export class Samples {
  /** @type {Map<string, { figure: string, unit: string, server: string, samples: number[] }>} */
  #rows = new Map();

  /** Adds a sample; one that could not be taken leaves no trace. */
  add(figure, unit, server, sample) {
    if (sample === undefined) return;
    const key = JSON.stringify([figure, server]);
    const row = this.#rows.get(key) ?? { figure, unit, server, samples: [] };
    this.#rows.set(key, row);
    row.samples.push(Number(sample.toFixed(3)));
  }

  /** All rows: the servers of one figure stand together, in the order in which they were first measured. */
  rows() {
    const rows = [...this.#rows.values()];
    const figures = [...new Set(rows.map(({ figure }) => figure))];
    return figures.flatMap((figure) => rows.filter((row) => row.figure === figure));
  }
}

export function median(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length >>> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
