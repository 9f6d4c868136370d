import type { declaredStates, scenariosOfStates } from '../declared-states.js';
import type { TypedState } from '../provider-state.js';

/** The functions that set up declared states, by name. States that only switch on a scenario have none. */
export type SetUps = {
  readonly [
    State in (typeof declaredStates)[number] as Exclude<State['name'], keyof typeof scenariosOfStates>
  ]: TypedState<State['parameters']>['setUp'];
};
