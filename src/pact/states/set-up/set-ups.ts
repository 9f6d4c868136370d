import type { declaredStates, scenariosOfStates } from '../declared-states.js';
import type { TypedState } from '../provider-state.js';

/** What sets up each declared state, by its name. States that only switch on a scenario are not among them. */
export type SetUps = {
  readonly [
    State in (typeof declaredStates)[number] as Exclude<State['name'], keyof typeof scenariosOfStates>
  ]: TypedState<State['parameters']>['setUp'];
};
