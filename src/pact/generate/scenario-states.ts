/** The scenarios that had a hand in an answer, as provider states: each so that the one call of an interaction meets it. */

import type { AppliedScenario } from '../../journal/exchange.js';
import { mentionedNames } from '../../journal/mentioned-names.js';
import { LeftOutError } from './left-out-error.js';
import type { ProviderStateReference } from '../pact-json.js';
import { underScenario } from './provider-states.js';
import type { SeenExchange } from './seen-exchange.js';
import type { Surroundings, Worlds } from './worlds.js';

/** Scenarios with the same answer as any other that answers with that status. */
const SAME_ANSWER: Readonly<Record<number, string>> = {
  403: 'institution-suspended',
  429: 'rate-limit-burst',
  500: 'server-error',
};

/** @throws LeftOutError where a scenario cannot be made to do so to the first call */
export function scenarioStates(seen: SeenExchange, surroundings: Surroundings): ProviderStateReference[] {
  const applied = seen.scenarios.filter((scenario) => !isCarriedAnyway(seen, scenario, surroundings));
  const selections = applied.flatMap((scenario) => selectionsOf(seen, scenario, surroundings));
  return [...new Set(selections)].map(underScenario);
}

function selectionsOf(seen: SeenExchange, applied: AppliedScenario, { selectionOf }: Surroundings): string[] {
  if (applied.fault === 'batch-items') return failingItems(seen);
  const selection = selectionOf(applied) ?? sameAnswer(seen, applied);
  if (selection === undefined)
    throw new LeftOutError(
      `Scenario ${applied.scenario} did this to call ${applied.call}, and no parameters let it do so to the first one.`,
    );
  return [selection];
}

function sameAnswer({ exchange: { status }, operation }: SeenExchange, { fault }: AppliedScenario): string | undefined {
  return fault === 'answer' && operation.access !== 'client' ? SAME_ANSWER[status] : undefined;
}

/** The items that failed, by their places: drawn by chance, they would be others in another sandbox. */
function failingItems({ answer }: SeenExchange): string[] {
  const { results = [] } = answer as { results?: readonly object[] };
  const places = results.flatMap((result, at) => ('error' in result ? [at] : []));
  if (places.length === 0) return [];
  return [
    places.length === results.length ? 'batch-total-failure' : `batch-partial-failure;indexes="${places.join()}"`,
  ];
}

/** Whether a party that the request names carries the scenario in any new sandbox. */
function isCarriedAnyway(
  { exchange }: SeenExchange,
  { selector, scenario }: AppliedScenario,
  { usual: { world } }: Worlds,
): boolean {
  if (selector !== 'party') return false;
  return world
    .carriers(() => [...mentionedNames(exchange)])
    .some((party) => party.scenario!.split(/[;,]/).some((part) => part.trim() === scenario));
}
