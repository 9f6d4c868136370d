/** The types of what `catalogue/` declares. */

import type { declaredStates, scenariosOfStates } from './declared-states.js';
import type { TypedState } from './provider-state.js';

/** A declared state. */
export type DeclaredState = (typeof declaredStates)[number];

/** A sentence of a shipped state, `{parameters}` included. */
export type StateSentence = DeclaredState['sentences'][number];

/** What sets up each state, by its name. States that only switch on a scenario are not among them. */
export type SetUps = {
  readonly [State in DeclaredState as Exclude<State['name'], keyof typeof scenariosOfStates>]: TypedState<
    State['parameters']
  >['setUp'];
};
