import type { declaredStates, scenariosOfStates } from '../declared-states.js';
import type { TypedState } from '../provider-state.js';

/**
 * The functions that set up declared states, by name of the state. A state that only switches on a scenario needs none.
 */
export type SetUps = {
  readonly [
    State in (typeof declaredStates)[number] as Exclude<State['name'], keyof typeof scenariosOfStates>
  ]: TypedState<State['parameters']>['setUp'];
};
