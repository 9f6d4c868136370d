/** Reads members of answers that may be anything: what has not the right form is not there. */

import { parseTimestamp } from '../../domain/time/timestamp.js';
import { membersOf } from '../../journal/exchange.js';

/** A JSON object's members. */
export type Members = Readonly<Record<string, unknown>>;

/** A non-empty text. */
export function textIn(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A date, in milliseconds since 1970. */
export function timeIn(members: Members, name: string): number | undefined {
  return parseTimestamp(textIn(members, name) ?? '');
}

/** One of some words. */
export function wordIn<Word extends string>(members: Members, name: string, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === members[name]);
}

/** The objects of an array. */
export function itemsIn(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}
