/** What is expected in documents of tests: `…` stands for any text in a line. */

import { expect } from 'vitest';
import { escapeRegExp } from '../src/pact/escape-reg-exp.js';

/** The pattern of a text. */
export function patternOf(text: string): string {
  return text.split('…').map(escapeRegExp).join('[^\\n]*');
}

/** A value to compare with: its texts with `…` match what fits. */
export function withGaps(value: unknown): unknown {
  if (typeof value === 'string')
    return value.includes('…') ? expect.stringMatching(new RegExp(`^${patternOf(value)}$`)) : value;

  if (Array.isArray(value)) return value.map(withGaps);
  if (typeof value !== 'object' || value === null) return value;

  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withGaps(member)]));
}
