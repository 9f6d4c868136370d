/** Selects the interactions to verify by consumer, description and state. */

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
  const { consumers = [], allowEmpty = false } = options;
  // The filter for consumers leaves out whole pacts; the other filters leave out interactions.
  const ofConsumers = loaded.pacts.filter(({ consumer }) => options.consumers?.includes(consumer) ?? true);
  const unknown = allowEmpty ? [] : consumers.flatMap((name) => missingParty('consumer', name, loaded.pacts));

  const isSelected = selectorFor(options);
  const pacts: PactFile[] = [];
  for (const pact of ofConsumers) {
    const interactions = pact.interactions.filter(isSelected);
    // A pact that had no interactions before the filters is kept, so that its notice is shown.
    if (interactions.length > 0 || pact.interactions.length === 0) pacts.push({ ...pact, interactions });
  }

  const pactsNotice = leftOutNotice('pacts', loaded.pacts.length, ofConsumers.length, ['--consumer']);
  const before = interactionCount(ofConsumers);
  const interactionsNotice = leftOutNotice('interactions', before, interactionCount(pacts), flagsOfParts(options));

  return {
    pacts,
    problems: [...loaded.problems, ...unknown],
    notices: [...loaded.notices, ...pactsNotice, ...interactionsNotice],
  };
}

/** Returns the function that tells whether an interaction passes the filters of parts. */
function selectorFor({ description, state, noState = false }: InteractionFilters): (one: PactInteraction) => boolean {
  const inDescription = patternIn('description', description);
  const inState = patternIn('state', state);

  // An absent filter excludes nothing.
  return ({ description: text, states }) => {
    if (inDescription !== undefined && !inDescription.test(text)) return false;
    if (noState && states.length > 0) return false;

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

/** The flags that select parts of pacts, as far as they are given. */
function flagsOfParts({ description, state, noState = false }: InteractionFilters): string[] {
  const flags: string[] = [];
  if (description !== undefined) flags.push('--description');
  if (state !== undefined) flags.push('--state');
  if (noState) flags.push('--no-state');

  return flags;
}

/** The notice about what the flags left out; none if they left out nothing. */
function leftOutNotice(things: string, before: number, remaining: number, flags: readonly string[]): string[] {
  if (before === remaining) return [];
  return [`${before - remaining} of ${before} ${things} left out by ${flags.join(' and ')}`];
}

/** The number of interactions in all pacts. */
function interactionCount(pacts: readonly PactFile[]): number {
  return pacts.flatMap(({ interactions }) => interactions).length;
}
