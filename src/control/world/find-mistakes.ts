/** What a schema cannot say of a fixture: IDs are not repeated, and dates can be read. */

import { mistakeAt } from '../../documents/check-document.js';
import type { Mistake, SourceDocument } from '../../documents/read-document.js';
import { parseMoment } from '../../domain/time/moment.js';

type Pointed = readonly [pointer: string, name: string, value: string];
type Place = readonly [pointer: string, value: Readonly<Record<string, unknown>>];

const MOMENTS = ['issuedAt', 'expiresAt', 'requestedAt'];

/** The mistakes of a file of any shape: what has not the right one is passed over, because the schema tells of it. */
export function findMistakes(source: SourceDocument): Mistake[] {
  const values = pointedValues(placeOf('', source.data));
  return [
    ...repetitions(source, values),
    ...momentMistakes(values).map(({ pointer, message }) => mistakeAt(source, pointer, message)),
  ];
}

/** The moments of one party's entry that cannot be read; pointers are into the entry. */
export function unreadableMoments(party: object): { readonly pointer: string; readonly message: string }[] {
  return momentMistakes(valuesOf(['', party as Place[1]]));
}

/** IDs that stand twice. */
function repetitions(source: SourceDocument, values: readonly Pointed[]): Mistake[] {
  const seen = new Map<string, string>();
  return values.flatMap(([pointer, name, value]) => {
    if (MOMENTS.includes(name)) return [];
    const first = seen.get(`${name} ${value}`);
    seen.set(`${name} ${value}`, first ?? pointer);
    return first === undefined
      ? []
      : [mistakeAt(source, pointer, `expected an ID of its own, found ${value}, which stands at ${first} already`)];
  });
}

function momentMistakes(values: readonly Pointed[]): { readonly pointer: string; readonly message: string }[] {
  return values
    .filter(([, name, value]) => MOMENTS.includes(name) && parseMoment(value) === undefined)
    .map(([pointer, , value]) => ({
      pointer,
      message: `expected a date (2026-01-31T09:00:00Z) or a duration (-P12D), found ${JSON.stringify(value)}`,
    }));
}

/** Every value that is to be looked at, with its place. */
function pointedValues(file: Place): Pointed[] {
  return itemsOf(file, 'parties').flatMap((party, index): Pointed[] => [
    ...textsOf(party, 'partyId', 'alias'),
    [`${party[0]}/userId`, 'userId', String(typeof party[1]['userId'] === 'number' ? party[1]['userId'] : index + 1)],
    ...valuesOf(party),
  ]);
}

function valuesOf(party: Place): Pointed[] {
  return [
    ...itemsOf(party, 'credentials').flatMap((credential) =>
      textsOf(credential, 'contractId', 'issuedAt', 'expiresAt'),
    ),
    ...itemsOf(party, 'requests').flatMap((request) => textsOf(request, 'requestedAt')),
  ];
}

function itemsOf([pointer, value]: Place, name: string): Place[] {
  const items: unknown = value[name];
  return Array.isArray(items) ? items.map((item, index) => placeOf(`${pointer}/${name}/${index}`, item)) : [];
}

function placeOf(pointer: string, value: unknown): Place {
  return [pointer, typeof value === 'object' && value !== null ? (value as Place[1]) : {}];
}

function textsOf([pointer, value]: Place, ...names: readonly string[]): Pointed[] {
  return names.flatMap((name): Pointed[] =>
    typeof value[name] === 'string' ? [[`${pointer}/${name}`, name, value[name]]] : [],
  );
}
