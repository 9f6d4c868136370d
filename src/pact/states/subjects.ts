/** Subjects are the parties, credentials, handles and link tokens that provider states and requests name. */

import { shortened } from '../../common/bounded-list.js';
import { isObject } from '../../common/json.js';
import { MEMBERS } from './members.js';

/** Something that a provider state sets up, or that a request is about. */
export interface Subject {
  /** The kind, in words: `party`, `credential`, `e-mail or username`, `link token`, `name`. */
  readonly kind: string;
  readonly value: string;
  /** Whether the value may be only a part of a subject's value, as the text of a search is. Default: false. */
  readonly isPart?: boolean;
}

/** The kind of e-mail addresses and usernames. */
const HANDLE = MEMBERS.kinds.email;
/** The kind of subject that a member names, by the member's name: `partyId` names a party. */
const KINDS: ReadonlyMap<string, string> = new Map(Object.entries(MEMBERS.kinds));

/** The parameters of provider states that give a member of a response its value, by the member's name. */
export const PARAMETERS_OF_MEMBERS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>(
  Object.entries(MEMBERS.parameters),
);

/**
 * The scalar values inside a value, at any depth, each with the name of its member. The items of a list have the name
 * of the list.
 */
export function leavesIn(value: unknown, name = ''): [name: string, leaf: unknown][] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => leavesIn(item, name));
  if (!isObject(value)) return [[name, value]];
  return Object.entries(value).flatMap(([member, inner]) => leavesIn(inner, member));
}

/** The subjects inside a value, at any depth. The name of a member tells the kind of its subject. */
export function subjectsIn(value: unknown, name = ''): Subject[] {
  return leavesIn(value, name).flatMap(([member, leaf]): Subject[] => {
    const kind = KINDS.get(member);
    if (kind === undefined || typeof leaf !== 'string' || leaf === '') return [];
    return [{ kind, value: leaf, ...(member === 'search' && { isPart: true }) }];
  });
}

/**
 * Whether a request names what a state sets up. A search looks in handles, names and party IDs, so it may name any
 * subject but a link token.
 * @param named the subject of the state; the second parameter is the subject of the request
 */
export function isSameSubject(named: Subject, { kind, value, isPart = false }: Subject): boolean {
  // The service compares handles in any case.
  const namedText = named.value.trim().toLowerCase();
  const requestedText = value.trim().toLowerCase();
  if (isPart) return named.kind !== 'link token' && namedText.includes(requestedText);
  if (named.kind !== kind) return false;

  return kind === HANDLE ? namedText === requestedText : named.value === value;
}

/** In characters. Generated IDs are longer, and nobody reads them to the end. */
const LONGEST_SHOWN = 40;

/** The subject as a part of a sentence: `the party "p1"`. */
export function subjectText({ kind, value }: Subject): string {
  return `the ${kind} ${JSON.stringify(shortened(value, LONGEST_SHOWN))}`;
}
