/** Loads fixtures: validates them by `spec/fixture.schema.json` and by rules beyond it, and fills in defaults. */

import { basename } from 'node:path';
import { MOST_SHOWN } from '../../../common/bounded-list.js';
import { once } from '../../../contract/schema/lazy.js';
import { compileSchema, mistakeAt, shapeMistakes } from '../../../contract/documents/check-document.js';
import {
  DocumentError,
  readDocument,
  type Mistake,
  type Mistakes,
  type SourceDocument,
} from '../../../contract/documents/read-document.js';
import { shippedSchema } from '../../../common/shipped-files.js';
import { type Moment, parseMoment } from '../../domain/time/moment.js';
import { hashText, hashUuid } from '../../domain/time/random.js';
import type { Fixture } from '../../domain/world/fixture.js';
import type { Party } from '../../domain/world/model.js';
import type { Catalogue } from '../../scenarios/scenario.js';
import { scenarioMistake, type WorldRules } from './check-world.js';
import type { FixtureFile } from './documents.js';
import { completeParty } from './complete-party.js';

/** A mistake, and the JSON pointer to it. */
interface PointedMistake {
  readonly pointer: string;
  readonly message: string;
}

/** The names of the fixtures that come with the package. */
export const SHIPPED_FIXTURES: readonly string[] = ['default', 'sound', 'empty'];

/** Whether the package contains a fixture of this name. */
export function isShippedFixture(name: string): boolean {
  return SHIPPED_FIXTURES.includes(name);
}

/**
 * Loads a fixture file.
 * @param rules what its parties are checked against, beside the schema of fixtures
 * @throws DocumentError with every mistake
 */
export function loadFixture(file: string, rules?: WorldRules): Fixture {
  return fixtureIn(readDocument(file), basename(file).replace(/\.ya?ml$/, ''), rules);
}

/**
 * Reads a fixture from values in the form of a fixture file. The values do not change.
 * @throws DocumentError with every mistake
 */
export function fixtureFrom(content: object, rules?: WorldRules): Fixture {
  const source = { file: 'the fixture', data: structuredClone(content), locate: () => ({}) };
  return fixtureIn(source, 'inline', rules);
}

/** The moments in a party's entry that cannot be parsed, with pointers into the entry. */
export function unreadableMoments(party: object): PointedMistake[] {
  return momentMistakes(valuesOf(['', party as Place[1]]));
}

const fixtureValidator = once(() => compileSchema(shippedSchema('fixture')));

function fixtureIn(source: SourceDocument, name: string, rules?: WorldRules): Fixture {
  const [ofShape, ofValues] = [shapeMistakes(source, fixtureValidator()), valueMistakes(source)];
  const mistakes = [
    ...ofShape.listed,
    ...ofValues.listed,
    ...(rules === undefined ? [] : scenarioMistakes(source, rules.catalogue)),
  ];
  if (mistakes.length > 0) throw new DocumentError(source.file, mistakes, ofShape.more + ofValues.more);
  const { population, parties: entries } = source.data as FixtureFile;
  let lastRequestId = 0;
  const parties = entries.map((entry, index) =>
    completeParty(entry, {
      userId: index + 1,
      nextRequest: () => {
        const id = ++lastRequestId;
        return { id, proposalId: hashUuid(hashText(entry.partyId), id) };
      },
    }),
  );
  if (rules !== undefined) refuseViolations(source, parties, rules);
  return { name, ...(population !== undefined && { population }), parties };
}

/** The scenarios of parties that cannot be selected. */
function scenarioMistakes(source: SourceDocument, catalogue: Catalogue): Mistake[] {
  const selections = itemsOf(placeOf('', source.data), 'parties').flatMap((party) => textsOf(party, 'scenario'));
  const mistakes = selections.flatMap(([pointer, , selection]) => {
    const message = scenarioMistake(selection, catalogue);
    return message === undefined ? [] : [mistakeAt(source, pointer, message)];
  });
  return mistakes.slice(0, MOST_SHOWN);
}

/** @throws DocumentError for the first parties that no response could show */
function refuseViolations(source: SourceDocument, parties: readonly Party[], rules: WorldRules): void {
  const mistakes: Mistake[] = [];
  for (const [at, party] of parties.entries()) {
    for (const { pointer, expected, value = 'nothing' } of rules.partyViolations(party))
      mistakes.push(mistakeAt(source, `/parties/${at}${pointer}`, `expected ${expected}, found ${value}`));
    if (mistakes.length >= MOST_SHOWN) break;
  }
  if (mistakes.length > 0) throw new DocumentError(source.file, mistakes);
}

type PointedText = readonly [pointer: string, name: string, text: string];
type Place = readonly [pointer: string, value: Readonly<Record<string, unknown>>];

const MOMENTS = ['accountCreatedAt', 'issuedAt', 'expiresAt', 'requestedAt'];

/** Repeated IDs and unreadable moments. Values of another type than the schema's are skipped: it reports them. */
function valueMistakes(source: SourceDocument): Mistakes {
  const parties = itemsOf(placeOf('', source.data), 'parties');
  const texts = parties.flatMap((party, index): PointedText[] => [
    ...textsOf(party, 'partyId', 'alias'),
    [`${party[0]}/userId`, 'userId', String(typeof party[1]['userId'] === 'number' ? party[1]['userId'] : index + 1)],
    ...valuesOf(party),
  ]);
  const impossible = parties.flatMap(([place, party]) =>
    [...impossibleRequests(party), ...impossibleCredentials(party)].map(({ pointer, message }) => ({
      pointer: place + pointer,
      message,
    })),
  );
  const mistakes = [...repetitions(texts), ...momentMistakes(texts), ...impossible];
  const listed = mistakes.slice(0, MOST_SHOWN).map(({ pointer, message }) => mistakeAt(source, pointer, message));
  return { listed, more: mistakes.length - listed.length };
}

/**
 * The data requests of a party's entry that no course of events could bring about: approved without a credential of the
 * provider, or open beside another one. With pointers into the entry.
 */
export function impossibleRequests(party: object): PointedMistake[] {
  const place: Place = ['', party as Place[1]];
  const held = new Set(itemsOf(place, 'credentials').map(([, { provider }]) => provider));
  const open = new Map<unknown, string>();
  return itemsOf(place, 'requests').flatMap(([pointer, { provider, status }]): PointedMistake[] => {
    if (status !== 'PENDING' && status !== 'APPROVED') return [];
    const other = open.get(provider);
    open.set(provider, other ?? pointer);
    const isHeld = status === 'PENDING' || provider === 'SUMSUB' || held.has(provider);
    if (other === undefined && isHeld) return [];
    const message =
      other === undefined
        ? `expected a credential of ${String(provider)}, because its request is APPROVED; add one, or make the request PENDING`
        : `expected one pending or approved request for ${String(provider)}, found another at ${other}`;
    return [{ pointer, message }];
  });
}

/**
 * The credentials of a party's entry that no provider could have issued: in the future, or with an end before their
 * beginning. The sandboxes of a fixture have clocks that start at different times: only times of one kind can be
 * compared, and only a duration is surely in the future.
 */
function impossibleCredentials(party: Place[1]): PointedMistake[] {
  return itemsOf(['', party], 'credentials').flatMap(([place, { issuedAt, expiresAt }]): PointedMistake[] => {
    const [issued, expires] = [issuedAt, expiresAt].map((text) => parseMoment(typeof text === 'string' ? text : ''));
    if (issued !== undefined && 'sinceStart' in issued && issued.sinceStart > 0) {
      const message =
        'expected a date, or a duration before the start such as -P12D: no credential is issued in the future';
      return [{ pointer: `${place}/issuedAt`, message }];
    }
    const isEarlier = issued !== undefined && expires !== undefined && isBefore(expires, issued);
    const message = 'expected a time after issuedAt, found an earlier one';
    return isEarlier ? [{ pointer: `${place}/expiresAt`, message }] : [];
  });
}

function isBefore(one: Moment, other: Moment): boolean {
  if ('at' in one) return 'at' in other && one.at < other.at;
  return 'sinceStart' in other && one.sinceStart < other.sinceStart;
}

function repetitions(texts: readonly PointedText[]): PointedMistake[] {
  const seen = new Map<string, string>();
  return texts.flatMap(([pointer, name, text]) => {
    if (MOMENTS.includes(name)) return [];
    const first = seen.get(`${name} ${text}`);
    seen.set(`${name} ${text}`, first ?? pointer);
    if (first === undefined) return [];
    return [{ pointer, message: `expected a unique ID, found ${text}, which is already used at ${first}` }];
  });
}

function momentMistakes(texts: readonly PointedText[]): PointedMistake[] {
  return texts
    .filter(([, name, text]) => MOMENTS.includes(name) && parseMoment(text) === undefined)
    .map(([pointer, , text]) => ({
      pointer,
      message: `expected a date (2026-01-31T09:00:00Z) or a duration (-P12D), found ${JSON.stringify(text)}`,
    }));
}

function valuesOf(party: Place): PointedText[] {
  return [
    ...itemsOf(party, 'credentials').flatMap((credential) =>
      textsOf(credential, 'contractId', 'accountCreatedAt', 'issuedAt', 'expiresAt'),
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

function textsOf([pointer, value]: Place, ...names: readonly string[]): PointedText[] {
  return names.flatMap((name): PointedText[] =>
    typeof value[name] === 'string' ? [[`${pointer}/${name}`, name, value[name]]] : [],
  );
}
