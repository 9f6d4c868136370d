/** Describes the form of values in words that contain nothing of the values themselves. */

import { isObject } from '../../../../common/json.js';
import { counted } from '../../../../common/reporting/phrases.js';
import { WORDS } from '../../words.js';
import { kindOf } from '../../describe-value.js';

/** Matches texts that have only characters of times. The form of any other text is never shown. */
const TIME = /^[-+\d:.,TZ /]{4,40}$/;

/** Patterns of known kinds of texts, with their names. */
const FORMS = Object.entries(WORDS.textForms).map(([pattern, form]) => [new RegExp(pattern), form] as const);

/** The form of a value: `9999-99-99T99:99:99.999Z`, `a UUID`, `a text`, `a whole number`, `null`. */
export function formOfValue(value: unknown): string {
  if (typeof value !== 'string') return kindOf(value);

  const knownForm = FORMS.find(([pattern]) => pattern.test(value))?.[1];
  if (knownForm !== undefined) return knownForm;

  const isTime = /^\d{4}-\d\d-\d\dT/.test(value) && TIME.test(value);
  // With each digit as 9, only the form of the time is left.
  return isTime ? value.replaceAll(/\d/g, '9') : 'a text';
}

/** The value itself if it is in the list; otherwise its form. */
export function wordOrForm(value: unknown, known: readonly unknown[]): string {
  return known.includes(value) ? String(value) : formOfValue(value);
}

/**
 * The names of an object's members, without names that are not in the list: `{error, 2 others}`. Other values have
 * their form.
 */
export function namesOrKind(value: unknown, known: readonly string[]): string {
  if (!isObject(value)) return formOfValue(value);

  const names = Object.keys(value);
  const shown = known.filter((name) => names.includes(name));
  const hiddenCount = names.length - shown.length;
  const hiddenNames = hiddenCount > 0 ? [counted(hiddenCount, 'other')] : [];

  return `{${[...shown, ...hiddenNames].join(', ')}}`;
}

/** The forms of times as texts, by variant of `timestamps`. Its variant `epoch` writes numbers. */
const TIMES = {
  milliseconds: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  seconds: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  offset: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00$/,
};

/** The variants of `timestamps` in which times are written like the value. */
export function formsOfTime(value: unknown): string[] {
  if (Number.isInteger(value) && Number(value) > 1e11) return ['epoch'];

  const fitting = Object.entries(TIMES).filter(([, form]) => form.test(String(value)));
  return fitting.map(([name]) => name);
}
