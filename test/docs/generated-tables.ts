/** Tables between `<!-- table: name -->` and `<!-- end -->` of a page, which `npm run docs` writes from the source. */

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  return lines.join('').replaceAll('| --- ', '|---').replaceAll('--- |', '---|');
}

/** Expects that the page has these tables as they are. */
export async function expectTables(page: URL, tables: Readonly<Record<string, string>>): Promise<void> {
  const text = readFileSync(page, 'utf8');
  const right = text.replaceAll(
    /<!-- table: (\w+) -->\n[^]*?<!-- end -->/g,
    (_, name: string) => `<!-- table: ${name} -->\n\n${tables[name]!}\n<!-- end -->`,
  );
  expect(Object.keys(tables).filter((name) => !right.includes(`<!-- table: ${name} -->`))).toEqual([]);
  await expect(right).toMatchFileSnapshot(page.pathname);
}
