/** Checks arguments before a request is sent. JavaScript callers can pass anything, so everything is checked. */

import type { CallOptions } from './request.js';
import { InvalidArgumentError } from './errors.js';

/** @throws InvalidArgumentError unless it is a non-blank string */
export function checkText(name: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new InvalidArgumentError(`${name} must be a non-empty string`);
}

/** @throws InvalidArgumentError unless it can be a segment of a path: "." and ".." would lead to another endpoint */
export function checkSegment(name: string, value: unknown): asserts value is string {
  checkText(name, value);
  if (value === '.' || value === '..') throw new InvalidArgumentError(`${name} must not be "${value}"`);
}

/** @throws InvalidArgumentError unless it is an object */
export function checkObject(name: string, value: unknown): asserts value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new InvalidArgumentError(`${name} must be an object`);
}

/** @throws InvalidArgumentError unless it is an array of non-blank strings */
export function checkTexts(name: string, values: unknown): asserts values is readonly string[] {
  if (!Array.isArray(values)) throw new InvalidArgumentError(`${name} must be an array`);
  values.forEach((value, place) => {
    checkText(`${name}[${place}]`, value);
  });
}

/**
 * Checks `partyIds` and `emails` of a list. An empty array would select everything, and the service splits values at commas.
 * @throws InvalidArgumentError
 */
export function checkFilters(options: {
  readonly partyIds?: readonly string[] | undefined;
  readonly emails?: readonly string[] | undefined;
}): void {
  checkObject('options', options);
  checkFilter('partyIds', options.partyIds);
  checkFilter('emails', options.emails);
}

function checkFilter(name: string, values: readonly string[] | undefined): void {
  if (values === undefined) return;
  checkTexts(name, values);
  if (values.length === 0) throw new InvalidArgumentError(`${name} is empty; omit it to read the whole list`);
  const divided = values.find((value) => value.includes(','));
  if (divided !== undefined)
    throw new InvalidArgumentError(
      `${name} must not contain a comma, which separates values: ${JSON.stringify(divided)}`,
    );
}

/** @throws InvalidArgumentError */
export function checkCallOptions(options: CallOptions): void {
  checkObject('options', options);
  const { timeout } = options;
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0))
    throw new InvalidArgumentError('timeout must be a number of milliseconds above 0');
}
