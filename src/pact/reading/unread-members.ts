/**
 * Finds members of a pact that no verifier reads. Because of a misspelled name, the verifier would compare less than
 * the pact says.
 */

import { escapePointer, membersOf } from '../../common/json.js';
import { isMisspelled, nearest } from '../../contract/suggestions.js';
import { parsePathExpression } from '../path-expression.js';
import type { InteractionJson, RequestJson, ResponseJson } from '../pact-json.js';
import MEMBERS from './known-members.json' with { type: 'json' };

/**
 * The kinds of objects in a pact whose members have a meaning for a verification. Other members of an interaction are
 * checked elsewhere, or say nothing of its request and response.
 */
type Kind = keyof typeof MEMBERS;

/** The members of an interaction that no version of the Pact specification has. A broker adds its own, as `_id`. */
export function unknownInInteraction(json: InteractionJson): string[] {
  const unknown = unknownMembers(json, 'interaction');
  return unknown.filter((name) => !MEMBERS.otherOfInteraction.includes(name) && !/^(?:_|x-)/.test(name));
}

/** A member that no verifier reads. */
export interface UnreadMember {
  /** JSON pointer to the member. */
  readonly pointer: string;
  readonly message: string;
}

/**
 * The members of a message and its matchers that no version of the Pact specification has. Libraries may write such
 * members on purpose.
 */
export function unknownIn(message: RequestJson | ResponseJson, kind: 'request' | 'response'): string[] {
  const inMatchers = matchersIn(message.matchingRules, 'matchingRules').flatMap(([place, matcher]) =>
    unknownMembers(matcher, 'matcher').map((name) => `${place}/${name}`),
  );

  return [...unknownMembers(message, kind), ...inMatchers];
}

/** The names of an object that no version of the Pact specification has. */
function unknownMembers(json: unknown, kind: Kind): string[] {
  return Object.keys(membersOf(json)).filter((name) => !MEMBERS[kind].includes(name));
}

/**
 * The members of an interaction, its messages and their matchers whose names are misspelled.
 * @param pointer JSON pointer to the interaction
 */
export function unreadMembers(json: InteractionJson, pointer: string): UnreadMember[] {
  const inMessages = (['request', 'response'] as const).flatMap((name) => [
    ...misspelledIn(json[name], name, `${pointer}/${name}`),
    ...matchersIn(json[name].matchingRules, `${pointer}/${name}/matchingRules`).flatMap(([place, matcher]) =>
      misspelledIn(matcher, 'matcher', place),
    ),
    ...rulesWithoutPart(json[name].matchingRules, `${pointer}/${name}/matchingRules`),
  ]);
  return [...misspelledIn(json, 'interaction', pointer), ...inMessages];
}

/** The parts of a message with which the path of a rule begins in version 2. */
const PARTS = 'method path query header headers status body contents metadata'.split(' ');

/** The rules of version 2 that the verifier applies to a whole body, because their paths begin with no part. */
function rulesWithoutPart(rules: unknown, pointer: string): UnreadMember[] {
  const paths = Object.keys(membersOf(rules)).filter((path) => path.startsWith('$'));
  // A longer path leads the verifier to nothing, which is a warning.
  const short = paths.filter((path) => path.split('.').length < 3);
  const withoutPart = short.filter((path) => !PARTS.includes(parsePathExpression(path)[0] ?? ''));

  return withoutPart.map((path) => ({
    pointer: `${pointer}/${escapePointer(path)}`,
    message: `the verifier applies this rule to the whole body, because its path lacks the part: expected $.body${path.slice(1)}`,
  }));
}

/** Finds the members of one object whose names are misspelled. */
export function misspelledIn(json: unknown, kind: Kind, pointer: string): UnreadMember[] {
  const knownNames = MEMBERS[kind];
  // `minimum` resembles `min`, but is a word of its own and no misspelling. So it counts as a name that was meant.
  const meant = [...knownNames, 'minimum', 'maximum'];
  return unknownMembers(json, kind)
    .filter((name) => isMisspelled(name, meant))
    .map((name) => ({
      pointer: `${pointer}/${escapePointer(name)}`,
      message: `nobody reads this member${nearest(name, knownNames)}`,
    }));
}

/** The matchers at any depth of matching rules, with their JSON pointers. */
function matchersIn(rules: unknown, pointer: string): [pointer: string, matcher: object][] {
  if (typeof rules !== 'object' || rules === null) return [];

  const inside = Object.entries(rules).flatMap(([name, value]) =>
    matchersIn(value, `${pointer}/${escapePointer(name)}`),
  );
  const isMatcher = typeof membersOf(rules)['match'] === 'string';

  return isMatcher ? [[pointer, rules], ...inside] : inside;
}
