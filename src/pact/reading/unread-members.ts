/**
 * Finds members of a pact that no verifier reads. Because of a misspelled name, the verifier would compare less than
 * the pact says.
 */

import { escapePointer, membersOf } from '../../common/json.js';
import { isMisspelled, nearest } from '../../contract/suggestions.js';
import type { InteractionJson } from '../pact-json.js';

/** For each kind of object in a pact, the members that have a meaning for a verification. */
const MEMBERS = {
  interaction: ['providerStates', 'providerState', 'provider_state', 'pending'],
  request: ['method', 'path', 'query', 'headers', 'body', 'matchingRules', 'generators'],
  response: ['status', 'headers', 'body', 'matchingRules', 'generators'],
  matcher: 'match regex min max value format date time timestamp datetime variants rules status'.split(' '),
} as const;

type Kind = keyof typeof MEMBERS;

/** A member that no verifier reads. */
export interface UnreadMember {
  /** JSON pointer to the member. */
  readonly pointer: string;
  readonly message: string;
}

/**
 * The names of an object that no version of the Pact specification has. Libraries may write such members on purpose.
 */
export function unknownMembers(json: unknown, kind: Kind): string[] {
  const known: readonly string[] = MEMBERS[kind];
  return Object.keys(membersOf(json)).filter((name) => !known.includes(name));
}

/**
 * The members of an interaction whose names are misspelled, and bodies of version 4 without content.
 * @param pointer JSON pointer to the interaction
 */
export function unreadMembers(json: InteractionJson, pointer: string, isV4: boolean): UnreadMember[] {
  const inMessages = (['request', 'response'] as const).flatMap((name) => [
    ...misspelledIn(json[name], name, `${pointer}/${name}`),
    ...misspelledInMatchers(json[name].matchingRules, `${pointer}/${name}/matchingRules`),
    ...(isV4 ? withoutContent(json[name].body, `${pointer}/${name}/body`) : []),
  ]);
  return [...misspelledIn(json, 'interaction', pointer), ...inMessages];
}

function misspelledIn(json: unknown, kind: Kind, pointer: string): UnreadMember[] {
  const known: readonly string[] = MEMBERS[kind];
  // `minimum` resembles `min`, but is a word of its own and no misspelling. So it counts as a name that was meant.
  const meant = [...known, 'minimum', 'maximum'];
  return unknownMembers(json, kind)
    .filter((name) => isMisspelled(name, meant))
    .map((name) => ({
      pointer: `${pointer}/${escapePointer(name)}`,
      message: `nobody reads this member${nearest(name, known)}`,
    }));
}

/** Finds misspelled names in matchers at any depth: only an object with `match` is a matcher. */
function misspelledInMatchers(json: unknown, pointer: string): UnreadMember[] {
  if (typeof json !== 'object' || json === null) return [];

  const isMatcher = typeof membersOf(json)['match'] === 'string';
  const inside = Object.entries(json).flatMap(([name, value]) =>
    misspelledInMatchers(value, `${pointer}/${escapePointer(name)}`),
  );

  return [...(isMatcher ? misspelledIn(json, 'matcher', pointer) : []), ...inside];
}

/** The mistake of a body of version 4 that has members, but no content. */
function withoutContent(body: unknown, pointer: string): UnreadMember[] {
  if (typeof body !== 'object' || body === null || Object.keys(body).length === 0 || 'content' in body) return [];
  return [
    { pointer, message: 'expected a body of version 4, with "content": without it, the verifier compares nothing' },
  ];
}
