/** The provider states that come with the package. */

import { alternativesOf } from './catalogue/alternatives.js';
import { catalogue } from './catalogue/catalogue.js';
import type { ProviderState } from './provider-state.js';

/** In the order of the documentation. */
export const providerStates: readonly ProviderState[] = Object.entries(catalogue).flatMap(([group, states]) =>
  states.map(({ name, ...state }: ProviderState) => ({
    name,
    group,
    ...state,
    sentences: state.sentences.flatMap(alternativesOf),
  })),
);
