/**
 * Finds the provider states of an interaction of which nothing appears: not in the request, not in the response, and
 * not in what the appearing states refer to. Such a state proves nothing, unless an exemption explains it.
 */

import { failedItems } from '../../common/batch-items.js';
import { membersOf } from '../../common/json.js';
import { blamedBy } from '../expected-status.js';
import type { ProviderState } from './provider-state.js';
import type { EstablishedState } from './set-up-states.js';
import { isSameSubject, leavesIn, subjectsIn, type Subject } from './subjects.js';

/** Where the subjects of states are looked for: the request and the response. */
export interface Appearance {
  /** What the request names. */
  readonly requested: readonly Subject[];
  readonly status: number;
  /** The body of the response. */
  readonly body: unknown;
  /**
   * The bodies of further responses to the request: without the failure that is expected, and the whole list behind a
   * page.
   */
  readonly others: readonly unknown[];
}

/** What an exemption looks at: one state of which nothing appears. */
interface Unseen extends Appearance {
  readonly state: EstablishedState;
  /** The states that appear. */
  readonly appearing: readonly EstablishedState[];
}

/** Whether the state declares that it is about this: somebody's existence, what responses show, or what lists lack. */
function isAbout({ state: { state } }: Unseen, what: NonNullable<ProviderState['isAbout']>[number]): boolean {
  return state.isAbout?.includes(what) ?? false;
}

/**
 * The reasons for which a state is right although nothing of it appears, in words. Each function tells whether its
 * reason applies to a state.
 */
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
    isAbout(unseen, 'what is shown') &&
    isAboutOthers(unseen) &&
    (unseen.status === 404 || itemsIn(unseen.body)?.length === 0),
  'the request is refused as it is, in every state': ({ status, requested }) =>
    requested.length === 0 && blamedBy(status) === 'request',
};

/** Whether other states, which appear, are about everything that the request names. */
function isAboutOthers({ requested, appearing }: Unseen): boolean {
  return requested.length > 0 && requested.every((one) => isKnown(one, appearing));
}

/** The states of which nothing appears, and that no exemption explains. */
export function unseenStates(states: readonly EstablishedState[], appearance: Appearance): EstablishedState[] {
  const texts = new Set([appearance.body, ...appearance.others].flatMap(textsIn));
  const appeared = new Set<EstablishedState>();
  const appears = (subject: Subject): boolean =>
    texts.has(subject.value.toLowerCase()) ||
    appearance.requested.some((one) => isSameSubject(subject, one)) ||
    isKnown(subject, [...appeared]);

  // One state may name the owner that another state is about. So each state that appears may lead to others, until none
  // is added.
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

/** Whether a body contains one of the subjects. */
export function appearsIn(body: unknown, subjects: readonly Subject[]): boolean {
  const texts = new Set(textsIn(body));
  return subjects.some(({ value }) => texts.has(value.toLowerCase()));
}

/** Whether one of the states sets up the subject that is named. */
export function isKnown(named: Subject, states: readonly EstablishedState[]): boolean {
  return states.some(({ subjects }) => subjects.some((subject) => isSameSubject(subject, named)));
}

/**
 * The items of a list in any form that the service uses: the body itself, or its member `items` or `credentials`.
 * Undefined if the body is no list.
 */
export function itemsIn(body: unknown): readonly unknown[] | undefined {
  // A look-up writes `credentials` where a page writes `items`.
  const { credentials, items = credentials } = membersOf(body);
  const list = Array.isArray(body) ? body : items;
  return Array.isArray(list) ? (list as readonly unknown[]) : undefined;
}

/** Whether the body is a page of a longer list: some items are before or behind it. */
export function isPartOfList(body: unknown): boolean {
  const { total } = membersOf(membersOf(body)['pagination']);
  return typeof total === 'number' && total > (itemsIn(body) ?? []).length;
}

/** The offset of the next page; undefined if the body is the last page, or no page. */
export function nextOffset(body: unknown): number | undefined {
  const { offset, total } = membersOf(membersOf(body)['pagination']);
  const { length } = itemsIn(body) ?? [];
  // A page without items would lead to itself again and again.
  if (typeof offset !== 'number' || typeof total !== 'number' || length === 0) return undefined;

  return offset + length < total ? offset + length : undefined;
}

/** The subjects that the failed items of a batch name. */
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
