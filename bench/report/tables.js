/** Tables in Markdown, aligned so that a terminal can show them as they are. */

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 * @param {number} figuresFrom the first column of those that stand right
 */
export function table(head, rows, figuresFrom) {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column].length)));
  const line = (cells) =>
    `| ${cells.map((cell, column) => (column < figuresFrom ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |\n`;
  const rule = widths.map((width, column) => (column < figuresFrom ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head, rule, ...rows].map(line).join('');
}

/** Three digits are more than the noise leaves standing. */
export function readable(number) {
  if (number >= 1_000) return Math.round(number).toLocaleString('en');
  if (Number.isInteger(number)) return String(number);
  return number >= 100 ? number.toFixed(0) : number.toFixed(number >= 10 ? 1 : 2);
}
