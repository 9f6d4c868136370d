/** The tests that are written in a YAML document. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { filled, type Values } from './written-values.js';

/**
 * By name, each entry as often as it has rows of values in `each`.
 * @param members the members that an entry may have, with spaces between them: a misspelt one would check nothing
 * @param values what `$name` stands for in all entries
 */
export function filledEntries<Written>(
  document: URL,
  members: string,
  values: Values = {},
): [name: string, written: Written][] {
  const entries = parse(readFileSync(document, 'utf8'), { merge: true }) as Readonly<
    Record<string, Values & { readonly each?: readonly Values[] }>
  >;
  return Object.entries(entries).flatMap(([title, { each = [{}], ...written }]) => {
    refuseOthers(title, written, members);
    return each.map((row): [string, Written] => {
      const given = { ...values, ...row };
      return [String(filled(title, given)), filled(written, given) as Written];
    });
  });
}

/** @throws Error if an entry has a member that is none of these */
export function refuseOthers(title: string, written: object, members: string): void {
  const known = members.split(' ');
  const other = Object.keys(written).find((name) => !known.includes(name));
  if (other !== undefined) throw new Error(`"${title}" has the member "${other}", which no test reads`);
}
