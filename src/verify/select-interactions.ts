/** Selects the interactions to verify by consumer, description and state. */

import { withoutUndefined } from '../common/json.js';
import { missingParty, type LoadedPacts } from '../pact/reading/load-pacts.js';
import type { PactFile, PactInteraction } from '../pact/pact-file.js';
import type { WrittenOptions } from './option-rows.js';

/** Filters of interactions. An interaction is verified if it passes all of them. */
export type InteractionFilters = Pick<WrittenOptions, 'consumers' | 'description' | 'state' | 'noState'>;

/** The options of a selection. */
export type SelectionOptions = InteractionFilters & Pick<WrittenOptions, 'allowEmpty'>;

/** Whether a filter may leave out a part of a pact. The filter for consumers leaves out whole pacts only. */
export function selectsParts({ description, state, noState = false }: InteractionFilters): boolean {
  return description !== undefined || state !== undefined || noState;
}

/**
 * The pacts with the interactions that pass the filters. Notices say how many were left out. A consumer without a pact
 * is a problem, unless `allowEmpty` is set.
 * @throws RangeError if a regular expression is not valid
 */
export function selectInteractions(loaded: LoadedPacts, options: SelectionOptions): LoadedPacts {
  const { consumers, description, state, noState = false, allowEmpty = false } = options;
  const filtersOfParts = { ...withoutUndefined({ description, state }), ...(noState && { 'no-state': true }) };
  const isSelected = selectorFor(options);
  const consumersPacts = loaded.pacts.filter(({ consumer }) => consumers?.includes(consumer) ?? true);
  const unknown = allowEmpty ? [] : (consumers ?? []).flatMap((name) => missingParty('consumer', name, loaded.pacts));
  const selected = consumersPacts.map((pact) => ({ ...pact, interactions: pact.interactions.filter(isSelected) }));
  const counts = { before: interactionCount(consumersPacts), remaining: interactionCount(selected) };

  return {
    // A pact that had no interactions before the filters is kept, so that its notice is shown.
    pacts: selected.filter((pact, at) => pact.interactions.length > 0 || consumersPacts[at]!.interactions.length === 0),
    problems: [...loaded.problems, ...unknown],
    notices: [
      ...loaded.notices,
      ...leftOutNotice('pacts', { before: loaded.pacts.length, remaining: consumersPacts.length }, ['consumer']),
      ...leftOutNotice('interactions', counts, Object.keys(filtersOfParts)),
    ],
  };
}

/** Returns the function that tells whether an interaction passes the filters of parts. */
function selectorFor({ description, state, noState = false }: InteractionFilters): (one: PactInteraction) => boolean {
  const inDescription = patternIn('description', description);
  const inState = patternIn('state', state);

  return ({ description: text, states }) => {
    // An absent filter is undefined, and excludes nothing.
    if (inDescription?.test(text) === false || (noState && states.length > 0)) return false;
    return inState === undefined || states.some(({ name }) => inState.test(name));
  };
}

/** The regular expression of an option. @throws RangeError if it is not valid */
function patternIn(name: string, text: string | undefined): RegExp | undefined {
  if (text === undefined) return undefined;

  try {
    return new RegExp(text, 'u');
  } catch (error) {
    const found = `${JSON.stringify(text)}: ${(error as Error).message}`;
    const message = `--${name} (option "${name}"): expected a regular expression, found ${found}`;
    throw new RangeError(message, { cause: error });
  }
}

/** Numbers of things before the filters, and of those that remain. */
type Counts = Readonly<Record<'before' | 'remaining', number>>;

/** The notice about what the filters left out; none if they left out nothing. */
function leftOutNotice(things: string, { before, remaining }: Counts, filters: readonly string[]): string[] {
  if (before === remaining) return [];

  const flags = filters.map((name) => `--${name}`).join(' and ');
  return [`${before - remaining} of ${before} ${things} left out by ${flags}`];
}

function interactionCount(pacts: readonly PactFile[]): number {
  return pacts.flatMap(({ interactions }) => interactions).length;
}
