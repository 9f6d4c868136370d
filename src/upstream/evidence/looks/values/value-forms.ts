/** The form of a value, in words that hold nothing of the value itself. */

import { isObject } from '../../../../common/json.js';
import { counted } from '../../../../common/reporting/phrases.js';
import { WORDS } from '../../words.js';
import { kindOf } from '../../describe-value.js';

/** The characters of times. The form of a text with other characters is never shown. */
const TIME = /^[-+\d:.,TZ /]{4,40}$/;

const FORMS = Object.entries(WORDS.textForms).map(([pattern, form]) => [new RegExp(pattern), form] as const);

/** `9999-99-99T99:99:99.999Z`, `a UUID`, `a text`; a whole number, null and so on. */
export function formOfValue(value: unknown): string {
  if (typeof value !== 'string') return kindOf(value);

  const known = FORMS.find(([pattern]) => pattern.test(value))?.[1];
  if (known !== undefined) return known;

  const isTime = /^\d{4}-\d\d-\d\dT/.test(value) && TIME.test(value);
  return isTime ? value.replaceAll(/\d/g, '9') : 'a text';
}

/** The value itself if it is in the list; otherwise its form. */
export function wordOrForm(value: unknown, known: readonly unknown[]): string {
  return known.includes(value) ? String(value) : formOfValue(value);
}

/** The names of an object's members that are in the list, and the number of the others: `{error, 2 others}`. */
export function namesOrKind(value: unknown, known: readonly string[]): string {
  if (!isObject(value)) return formOfValue(value);

  const names = Object.keys(value);
  const shown = known.filter((name) => names.includes(name));
  const others = names.length - shown.length;
  const rest = others > 0 ? [counted(others, 'other')] : [];

  return `{${[...shown, ...rest].join(', ')}}`;
}

/** How times are written, by variant of `timestamps`. */
const TIMES: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['milliseconds', (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value))],
  ['seconds', (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(value))],
  ['offset', (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00$/.test(String(value))],
  ['epoch', (value) => Number.isInteger(value) && Number(value) > 1e11],
];

/** The variants of `timestamps` in which times are written like the value. */
export function formsOfTime(value: unknown): string[] {
  return TIMES.filter(([, isWritten]) => isWritten(value)).map(([name]) => name);
}
