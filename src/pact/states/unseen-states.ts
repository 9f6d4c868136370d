/**
 * Finds the provider states of an interaction of which nothing appears: not in the request, not in the response, and
 * not among what the states that appear refer to. Such a state proves nothing, unless an exemption explains it.
 */

import { failedItems } from '../../common/batch-items.js';
import { membersOf } from '../../common/json.js';
import { blamedBy } from '../expected-status.js';
import type { ProviderState } from './provider-state.js';
import type { EstablishedState } from './set-up-states.js';
import { isSameSubject, leavesIn, subjectsIn, type Subject } from './subjects.js';

/** Where the subjects of states are looked for. */
export interface Appearance {
  /** What the request names. */
  readonly requested: readonly Subject[];
  readonly status: number;
  /** The body of the response. */
  readonly body: unknown;
  /** Bodies of further responses: the one without the failure that is expected, and the whole list behind a page. */
  readonly others: readonly unknown[];
}

/** What an exemption looks at. */
interface Unseen extends Appearance {
  readonly state: EstablishedState;
  /** The states that appear. */
  readonly appearing: readonly EstablishedState[];
}

/** Whether the state says only that somebody is there or something is not, or is about what responses or lists show. */
function isAbout({ state: { state } }: Unseen, what: NonNullable<ProviderState['isAbout']>[number]): boolean {
  return state.isAbout?.includes(what) ?? false;
}

/** Why a state is right of which nothing appears. */
export const EXEMPTIONS: Readonly<Record<string, (unseen: Unseen) => boolean>> = {
  'it sets up nothing that has a value: users, a time, a limit, a scenario': ({ state }) => state.subjects.length === 0,
  'it says what a list does not have': (unseen) => unseen.requested.length === 0 && isAbout(unseen, 'what is absent'),
  'the list is empty: what it sets up is expected to be absent': ({ requested, body }) =>
    requested.length === 0 && itemsIn(body)?.length === 0,
  'the items of the list are those of another state': ({ requested, appearing, body }) =>
    requested.length === 0 && appearing.length > 0 && itemsIn(body) !== undefined,
  'it says that somebody is there, or something is not, and others are about what the request names': (unseen) =>
    isAbout(unseen, 'existence') && isAboutOthers(unseen),
  'it is the contrast to what the request names, of which there is nothing': (unseen) =>
    isAbout(unseen, 'what is shown') && isAboutOthers(unseen) && hasNothing(unseen),
  'the request is refused as it is, in every state': ({ status, requested }) =>
    requested.length === 0 && blamedBy(status) === 'request',
};

function isAboutOthers({ requested, appearing }: Unseen): boolean {
  return requested.length > 0 && requested.every((one) => isKnown(one, appearing));
}

function hasNothing({ status, body }: Unseen): boolean {
  return status === 404 || itemsIn(body)?.length === 0;
}

/** The states of which nothing appears, and that no exemption explains. */
export function unseenStates(states: readonly EstablishedState[], appearance: Appearance): EstablishedState[] {
  const texts = new Set([appearance.body, ...appearance.others].flatMap(textsIn));
  const appeared = new Set<EstablishedState>();
  const appears = (subject: Subject): boolean =>
    texts.has(subject.value.toLowerCase()) ||
    appearance.requested.some((one) => isSameSubject(subject, one)) ||
    isKnown(subject, [...appeared]);

  // One state may name the owner that another one is about, so each that appears may lead to others.
  let sizeBefore: number;

  do {
    sizeBefore = appeared.size;
    for (const state of states) if (state.subjects.some(appears)) appeared.add(state);
  } while (appeared.size > sizeBefore);

  const appearing = [...appeared];
  const isExempt = (state: EstablishedState): boolean =>
    Object.values(EXEMPTIONS).some((applies) => applies({ ...appearance, state, appearing }));

  return states.filter((state) => !appeared.has(state) && !isExempt(state));
}

/** Whether one of the subjects is in a body. */
export function appearsIn(body: unknown, subjects: readonly Subject[]): boolean {
  const texts = new Set(textsIn(body));
  return subjects.some(({ value }) => texts.has(value.toLowerCase()));
}

/** Whether a state sets up what is named. */
export function isKnown(named: Subject, states: readonly EstablishedState[]): boolean {
  return states.some(({ subjects }) => subjects.some((subject) => isSameSubject(subject, named)));
}

/** The items of a list in any of its forms; undefined if the body is none. */
export function itemsIn(body: unknown): readonly unknown[] | undefined {
  const { credentials, items = credentials } = membersOf(body);
  const list = Array.isArray(body) ? body : items;
  return Array.isArray(list) ? (list as readonly unknown[]) : undefined;
}

/** Whether the body is a page, and the list has items that are not on it: before it, or behind it. */
export function isPartOfList(body: unknown): boolean {
  const { total } = membersOf(membersOf(body)['pagination']);
  return typeof total === 'number' && total > (itemsIn(body) ?? []).length;
}

/** The offset of the next page; undefined if the body is the last one, or none. */
export function nextOffset(body: unknown): number | undefined {
  const { offset, total } = membersOf(membersOf(body)['pagination']);
  const { length } = itemsIn(body) ?? [];
  if (typeof offset !== 'number' || typeof total !== 'number' || length === 0) return undefined;

  return offset + length < total ? offset + length : undefined;
}

/** What the items of a batch name that failed. */
export function failedSubjects(body: unknown): Subject[] {
  const { results } = membersOf(body) as { readonly results?: readonly unknown[] };
  return failedItems(body).flatMap((at) => subjectsIn(results![at]));
}

/** The texts and numbers in a value, at any depth, as texts in lower case. */
export function textsIn(value: unknown): string[] {
  const leaves = leavesIn(value).map(([, leaf]) => leaf);
  return leaves
    .filter((leaf) => typeof leaf === 'string' || typeof leaf === 'number')
    .map((leaf) => String(leaf).toLowerCase());
}
