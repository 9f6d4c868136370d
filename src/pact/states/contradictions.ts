/**
 * Finds provider states that say different things about one thing. Without this check, the last state would silently
 * win.
 */

import { ProviderStateError, type ProviderState, type StateParameters } from './provider-state.js';
import { placesOf } from './sentence.js';
import { subjectsIn } from './subjects.js';

/**
 * What a state says about one thing: a state that expires the access token decides that `the access token` is
 * `expired`.
 */
export interface Decision {
  /** The sentence of the pact. */
  readonly sentence: string;
  /** The thing: `the access token`, `party "p1"`. */
  readonly about: string;
  /** What the state says about the thing: `expired`, `3`. */
  readonly value: string;
}

/** The decisions of a state: those that it declares, and that everything exists that its parameters name. */
export function decisionsOf(sentence: string, { decides = {} }: ProviderState, values: StateParameters): Decision[] {
  const declared = Object.entries(decides).flatMap(([about, value]): Decision[] => {
    const thing = filledIn(about, values);
    const filledValue = filledIn(value, values);
    return thing === undefined || filledValue === undefined ? [] : [{ sentence, about: thing, value: filledValue }];
  });

  const named = subjectsIn(values).map(({ kind, value }) => `${kind} ${JSON.stringify(value)}`);
  const existing = named.filter((thing) => declared.every(({ about }) => about !== thing));

  return [...declared, ...existing.map((about) => ({ sentence, about, value: 'existing' }))];
}

/**
 * The text with the values of its places (`{partyId}`). Quotes separate a value from the words before it: `party "p1"`.
 * Undefined if a place has no value: then the state is about a new thing, which no other state can contradict.
 */
function filledIn(text: string, values: StateParameters): string | undefined {
  if (placesOf(text).some((name) => values[name] === undefined)) return undefined;

  // A text that begins with a place is a value alone.
  const needsQuotes = !text.startsWith('{');
  const shown = (value: unknown): string => (needsQuotes ? JSON.stringify(value) : String(value));
  return text.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name]));
}

/** Refuses states that contradict each other. @throws ProviderStateError for the first two */
export function refuseContradictions(decisions: readonly Decision[]): void {
  const firstDecisions = new Map<string, Decision>();
  for (const decision of decisions) {
    const { sentence, about, value } = decision;
    const first = firstDecisions.get(about);
    if (first === undefined) firstDecisions.set(about, decision);
    else if (first.value !== value)
      throw new ProviderStateError(
        sentence,
        `the provider states "${first.sentence}" and "${sentence}" contradict each other: ${about} cannot be ${first.value} and ${value}; keep one of them`,
      );
  }
}
