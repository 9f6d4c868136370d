/** The values in a document of tests: what `$name` stands for, what is at a place, and what another value has to be. */

import { expect } from 'vitest';
import { cast, type CastMember } from './cast.js';

export type Values = Readonly<Record<string, unknown>>;

/** Equal to undefined alone, so that a wrong place never passes for a null. */
const ABSENT = { asymmetricMatch: (value: unknown) => value === undefined, toString: () => 'nothing' };

/** Values of a document that say what another one has to be. */
export const customTags = [
  { tag: '!matches', resolve: (pattern: string): unknown => expect.stringMatching(pattern) },
  { tag: '!contains', resolve: (part: string): unknown => expect.stringContaining(part) },
  { tag: '!absent', resolve: (): unknown => ABSENT },
  {
    tag: '!any',
    resolve: (type: string): unknown =>
      expect.any({ number: Number, string: String, array: Array, object: Object }[type]),
  },
];

/** What is at a place of a JSON value, as in `items.0.partyId`; `*` is each item that has the rest. */
export function at(value: unknown, place: string): unknown {
  const [name = '', ...rest] = place.split('.');
  if (name === '' || value === undefined || value === null) return value;

  const found = (value as Values)[name];
  if (name !== '*') return rest.length === 0 ? found : at(found, rest.join('.'));

  return (value as unknown[]).map((item) => at(item, rest.join('.'))).filter((item) => item !== undefined);
}

const NAME = /\$(\p{L}[\p{L}\d_]*(?:\.\w+)*)([+-]\d+)?/gu;

/** Replaces each `$name` in a value. One that is the whole text becomes the value; members of that at `..` come between the others. */
export function filled(value: unknown, values: Values): unknown {
  if (typeof value === 'string') {
    const [name, ...others] = value.matchAll(NAME);
    if (name?.[0] === value && others.length === 0) return named(name, values);
    return value.replaceAll(NAME, (...name) => textOf(named(name as string[], values)));
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const own = filled(member, values);
      return name === '..' ? Object.entries(own as Values) : [[String(filled(name, values)), own]];
    }),
  );
}

function named([, place = '', more = '0']: readonly (string | undefined)[], values: Values): unknown {
  const [name = '', ...rest] = place.split('.');
  const wanted = rest.join('.');
  if (!(name in values)) return ofCast(cast(name), wanted);

  const found = at(values[name], wanted);
  return typeof found === 'number' ? found + Number(more) : found;
}

function ofCast(member: CastMember, wanted: string): unknown {
  return /^\d$/.test(wanted) ? member.credentials[Number(wanted)]!.contractId : at(member, wanted || 'partyId');
}

/** A list of texts becomes one, with commas. */
export function textOf(value: unknown): string {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return typeof value === 'string' || isList ? String(value) : JSON.stringify(value);
}
