/** The report of a run: a row for each package on each version of Node.js. */

/** @typedef {import('./types.js').Result} Result */

/** @param {readonly Result[]} results @returns {string} */
export function report(results) {
  const rows = results.flatMap(({ package: name, version = 'none', node, outcome, reasons }) => {
    const [first = '', ...others] = reasons;
    return [[name, version, node.version, outcome, first], ...others.map((reason) => ['', '', '', '', reason])];
  });
  const table = [['package', 'version', 'Node.js', 'outcome', 'why'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const lines = table.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/**
 * A package may be in several folders: it holds if it does in each. Sorted by package, then by Node.js.
 * @param {readonly Result[]} results @returns {Result[]}
 */
export function merged(results) {
  /** @type {Map<string, Result>} */
  const byKey = new Map();
  for (const result of results) {
    const key = `${result.package} ${result.node.major}`;
    const other = byKey.get(key);
    byKey.set(key, other === undefined ? result : together(other, result));
  }
  return [...byKey.values()].sort(
    (one, other) => compare(one.package, other.package) || compare(one.node.version, other.node.version),
  );
}

/** @param {Result} one @param {Result} other @returns {Result} */
function together(one, other) {
  const outcomes = [one.outcome, other.outcome];
  const outcome = outcomes.includes('not held') ? 'not held' : outcomes.includes('held') ? 'held' : 'not run';
  return { ...one, version: one.version ?? other.version, outcome, reasons: [...one.reasons, ...other.reasons] };
}

/** @param {string} one @param {string} other */
function compare(one, other) {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** @param {readonly Result[]} results @returns {string} `58 held, 2 not held, 3 not run` */
export function summary(results) {
  /** @type {import('./types.js').Outcome[]} */
  const outcomes = ['held', 'not held', 'not run'];
  const counts = outcomes.map((outcome) => ({
    outcome,
    count: results.filter((each) => each.outcome === outcome).length,
  }));
  return counts
    .filter(({ outcome, count }) => outcome === 'held' || count > 0)
    .map(({ outcome, count }) => `${count} ${outcome}`)
    .join(', ');
}
