/** The page `docs/reference/provider-states.md`: the provider states. `test/docs/pages.test.ts` writes it with `-u`. */

import { describeParameter, remarksOn } from '../src/pact/states/describe-states.js';
import type { ProviderState } from '../src/pact/states/provider-state.js';
import { chaptersOf, filledPage, parametersTable } from './fill-page.js';

/** The whole page. `docs/contracts.md` has what is not about single states. */
export function statesPage(states: readonly ProviderState[]): string {
  const names = [...new Set(states.map(({ group = 'own' }) => group))];
  const groups = names.map((name) => [name, states.filter(({ group = 'own' }) => group === name)] as const);
  return filledPage('provider-states', { count: states.length, ...chaptersOf(groups, entryOf) });
}

function entryOf(state: ProviderState): string {
  const { name, summary, sentences, parameters } = state;
  return `### ${name}

${[summary, ...remarksOn(state)].join(' ')}

${sentences.map((sentence) => `- ${sentence}\n`).join('')}${parametersTable(parameters, describeParameter)}`;
}
