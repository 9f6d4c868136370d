/** Lets a state know the types of its parameters. */

import type { ProviderState, StateParameter } from './provider-state.js';
import type { StateSandbox } from './state-sandbox.js';

interface ValueOf {
  text: string;
  rest: string;
  number: number;
  boolean: boolean;
  list: readonly string[];
}

/** What a state is given for a parameter: one of its choices where it has any, undefined where it may be. */
type Given<Spec extends StateParameter> =
  | (Spec extends { readonly choices: readonly (infer Choice)[] }
      ? Spec['type'] extends 'list'
        ? readonly Choice[]
        : Choice
      : ValueOf[Spec['type']])
  | (Spec extends { readonly optional: true } ? undefined : never);

/** A state whose `setUp` is given its parameters by their types. */
export type TypedState<Specs extends Readonly<Record<string, StateParameter>>> = Omit<
  ProviderState,
  'parameters' | 'setUp'
> & {
  readonly parameters: Specs;
  setUp(
    sandbox: StateSandbox,
    parameters: { readonly [Name in keyof Specs]: Given<Specs[Name]> },
  ): ReturnType<ProviderState['setUp']>;
};

/** The state as it is; {@link findState} sees to it that parameters are of their types. */
export function defineState<const Specs extends Readonly<Record<string, StateParameter>>>(
  state: TypedState<Specs>,
): ProviderState {
  return state;
}
