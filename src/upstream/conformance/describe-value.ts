/** Describes values for reports without showing them: they may be personal data or secrets. */

/** A word of an enumeration. */
const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/**
 * The kind of a value: `a string of 12 characters`, `null`.
 * @param isWord whether the contract has an enumeration there: then a single word is shown unchanged
 */
export function kindOf(value: unknown, isWord = false): string {
  if (typeof value === 'string') return isWord && WORD.test(value) ? value : `a string of ${value.length} characters`;
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a number';
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'an array' : 'an object';
}

/** The form of `2026-01-31T09:00:00.000Z`. */
export const MILLISECONDS = '9999-99-99A99:99:99.999A';

const LONGEST_FORM = 40;

/** The form of a text: letters become `a` or `A`, digits `9`. `9999-99-99A99:99:99A`. The kind of any other value. */
export function formOf(value: unknown): string {
  if (typeof value !== 'string') return kindOf(value);
  const form = value
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{Ll}|\p{Lo}/gu, 'a')
    .replaceAll(/\p{Nd}/gu, '9');
  return form.length > LONGEST_FORM ? `${form.slice(0, LONGEST_FORM)}...` : form;
}

/** A number unchanged; the kind of any other value. */
export function numberOrKind(value: unknown): string {
  return typeof value === 'number' ? String(value) : kindOf(value);
}
