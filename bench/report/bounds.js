/** What a figure has to keep to. */

/**
 * @typedef {object} Bound
 * @property {string} text for readers
 * @property {string} unit empty for a ratio
 * @property {(value: number) => boolean} holds
 */

/** @returns {Bound} */
export function atMost(most) {
  return { text: `at most ${most}`, unit: '', holds: (value) => value <= most };
}

/** @returns {Bound} */
export function atLeast(least) {
  return { text: `at least ${least}`, unit: '', holds: (value) => value >= least };
}

/** @returns {Bound} */
export function below(limit, unit) {
  return { text: `under ${limit.toLocaleString('en')} ${unit}`, unit, holds: (value) => value < limit };
}
