/** The tests that are written in a YAML document. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { filled, type Values } from './written-values.js';

/** By name, each entry as often as it has rows of values in `each`. @param values what `$name` stands for in all of them */
export function filledEntries<Written>(document: URL, values: Values = {}): [name: string, written: Written][] {
  const entries = parse(readFileSync(document, 'utf8'), { merge: true }) as Readonly<
    Record<string, Values & { readonly each?: readonly Values[] }>
  >;
  return Object.entries(entries).flatMap(([title, { each = [{}], ...written }]) =>
    each.map((row): [string, Written] => {
      const given = { ...values, ...row };
      return [String(filled(title, given)), filled(written, given) as Written];
    }),
  );
}
