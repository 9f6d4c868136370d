/** Reads why some goals are not reached: written by hand in REASONS.md, a heading `## <id>` for each. */

import { readFileSync } from 'node:fs';

const FILE = new URL('../REASONS.md', import.meta.url);

/** @returns {Map<string, string>} by the goal's ID */
export function readReasons() {
  return parseReasons(readFileSync(FILE, 'utf8'));
}

/** @returns {Map<string, string>} by the goal's ID */
export function parseReasons(text) {
  const [, ...sections] = text.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const [id, ...lines] = section.split('\n');
      return [id.trim(), lines.join('\n').trim()];
    }),
  );
}
