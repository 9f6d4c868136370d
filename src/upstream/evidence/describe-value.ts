/** Describes values for reports without showing them, because they may be personal data or secrets. */

import { membersOf } from '../../common/json.js';
import { REVISIONS } from '../../contract/contract.js';
import { once } from '../../contract/schema/lazy.js';
import { contractOf, variantChanges } from '../../start/shipped.js';

/** A word of the contract unchanged, or the kind of any other value, which could be somebody's name. */
export function wordOrKind(value: unknown): string {
  return typeof value === 'string' && contractWords().has(value) ? value : kindOf(value);
}

/** The kind of a value: `a string of 12 characters`, `null`. */
export function kindOf(value: unknown): string {
  if (typeof value === 'string') return `a string of ${value.length} characters`;
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a number';
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);

  return Array.isArray(value) ? 'an array' : 'an object';
}

/**
 * The words that contract and variants contain: values of enumerations, names of members, codes of errors. Reports may
 * show them.
 */
const contractWords = once((): ReadonlySet<string> => {
  const words = new Set<string>();
  const add = (value: unknown, name: string): void => {
    if (typeof value === 'string' && (name === 'const' || name === 'error')) words.add(value);
    if (name === 'enum') for (const word of value as readonly unknown[]) words.add(String(word));
    if (name === 'properties') for (const word of Object.keys(membersOf(value))) words.add(word);
    if (typeof value !== 'object' || value === null) return;

    for (const [inner, member] of Object.entries(value)) add(member, inner);
  };

  // The latest revision has the words of all.
  add(contractOf(REVISIONS.at(-1)).document, '');
  add(variantChanges(), '');

  return words;
});
