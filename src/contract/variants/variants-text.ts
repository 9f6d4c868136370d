/** The list of variants for the command line. */

import { choicesText } from './choose-variants.js';
import type { VariantPoint } from './variant-point.js';

/** The list as text, a block for each point. */
export function variantsText(points: readonly VariantPoint[]): string {
  const blocks = points.map(({ point, default: own, note, breaks, others }) => {
    const width = Math.max(own.length, ...others.map(({ name }) => name.length));
    const lines = others.map((other) => `  ${other.name.padEnd(width)}  ${other.note}`);
    return [point, `  ${own.padEnd(width)}  ${note} (the contract)`, ...lines, `  breaks: ${breaks}`].join('\n');
  });
  const total = `${points.length} points, ${countVariants(points)} variants${exampleText(points)}`;
  return `${[...blocks, total].join('\n\n')}\n`;
}

/** The number of variants of all points. */
export function countVariants(points: readonly VariantPoint[]): number {
  return points.reduce((sum, { others }) => sum + others.length, 0);
}

function exampleText([first]: readonly VariantPoint[]): string {
  const [variant] = first?.others ?? [];
  if (first === undefined || variant === undefined) return '';
  return `; for example --variant ${choicesText({ [first.point]: variant.name })}`;
}
