/** A provider state: the sentences with which pacts name it, and what it sets up in a sandbox. */

import type { Parameter } from '../../contract/document-schemas.js';
import type { GivenState } from '../pact-file.js';
import type { SandboxOptions } from '../../emulator/options.js';
import type { StateSandbox } from './state-sandbox.js';

/** A provider state of the catalogue, or of a consumer (`--states`). */
export interface ProviderState {
  /** The name in kebab-case. */
  readonly name: string;
  /** A sentence about what the state sets up. */
  readonly summary: string;
  /** The heading of the state in the documentation. Default: `own`. */
  readonly group?: string;
  /**
   * The sentences that a pact may contain. Case, space, articles and a full stop at the end do not matter.
   * `{parameter}` is the place of a value. A pact writes the value into the sentence, or passes it as a parameter of
   * the state (Pact specification version 3 and later).
   */
  readonly sentences: readonly string[];
  readonly parameters: Readonly<Record<string, StateParameter>>;
  /**
   * Whether the state accepts parameters that it does not declare. They are passed to `setUp` unchanged. Default:
   * false.
   */
  readonly takesOthers?: boolean;
  /**
   * Whether the state is about the client's credentials. Then the credentials of the pact are sent unchanged. Default:
   * false.
   */
  readonly authentication?: boolean;
  /** Shipped scenarios that the state switches on, for the coverage. Default: none. */
  readonly scenarios?: readonly string[];
  /** Options with which the state's sandbox is opened. Default: the options of every other sandbox. */
  readonly opensWith?: SandboxOpening;
  /**
   * What the state decides, and how: `{ 'the access token': 'expired' }`. Two states of an interaction that decide one
   * thing in different ways contradict each other. `{parameter}` is the place of a value. Default: the state decides
   * only that everything exists that its parameters name.
   */
  readonly decides?: Readonly<Record<string, string>>;
  /**
   * What the state is about, if nothing that it sets up may appear in the exchange: see `unseen-states.ts`. Default:
   * none of these.
   */
  readonly isAbout?: readonly ('existence' | 'what is shown' | 'what is absent')[];
  /** How the description of a generated interaction mentions the state: `of an added party`. Default: not at all. */
  readonly phrase?: string;
  /**
   * The states that an alias means with these parameters: they are set up instead of the alias. Default: the state is
   * no alias.
   */
  readonly means?: (parameters: StateParameters) => readonly GivenState[];
  /**
   * Whether the state depends on the other states of the interaction, so that it is set up after them. Default: false.
   */
  readonly last?: boolean;
  /**
   * Sets up the state in a new sandbox.
   * @throws Error if that is impossible; its message fails the interaction
   */
  setUp(
    sandbox: StateSandbox,
    parameters: StateParameters,
  ): StateOutcome | undefined | Promise<StateOutcome> | Promise<void>;
}

/** Options of the sandbox that is opened for a state. */
export type SandboxOpening = Pick<
  SandboxOptions,
  'fixture' | 'population' | 'seed' | 'tokenTtl' | 'linkTtl' | 'strict'
>;

/**
 * A parameter of a state. The sentence of a pact, or its parameters, give its value.
 * For the other members, see the parameters of scenarios; the choices are those of a text, or of items of a list.
 */
export interface StateParameter extends Pick<Parameter, 'description' | 'choices' | 'minimum' | 'maximum'> {
  /** The type of the value. `rest` is text up to the end of the sentence. A list is written "A, B and C". */
  readonly type: 'text' | 'rest' | 'number' | 'boolean' | 'list';
  /** The default value. Absent if a value is required, or if the parameter is optional. */
  readonly default?: StateValue;
  /** Whether the value may be missing; then `setUp` receives undefined. Default: false. */
  readonly optional?: boolean;
}

/** The value of a parameter, after it was read from a pact. */
export type StateValue = string | number | boolean | readonly string[];

/** Values by parameter, of the declared types. */
export type StateParameters = Readonly<Record<string, unknown>>;

/** The result of `setUp`. */
export interface StateOutcome {
  /** Values for `fromProviderState`, by name: what exists at run time only, such as a link token. */
  readonly values?: Readonly<Record<string, unknown>>;
  /**
   * Replaces values that a pact invents and that must be real, such as a link token in a path. The key is the value in
   * the pact.
   */
  readonly replacements?: Readonly<Record<string, string>>;
  /** Scenarios that the state switched on, in addition to its `scenarios`. */
  readonly scenarios?: readonly string[];
  /** The access token that the request gets. Default: a new one. */
  readonly accessToken?: string | undefined;
}

/** A provider state whose `setUp` receives parameters of their declared types. */
export type TypedState<Specs extends Readonly<Record<string, StateParameter>>> = Omit<
  ProviderState,
  'parameters' | 'setUp'
> & {
  readonly parameters: Specs;
  setUp(
    sandbox: StateSandbox,
    parameters: { readonly [Name in keyof Specs]: ValueOf<Specs[Name]> },
  ): ReturnType<ProviderState['setUp']>;
};

/**
 * The type of a value: one of the choices if there are any, otherwise the type that the parameter's `type` names. Also
 * undefined if the parameter is optional.
 */
type ValueOf<Spec extends StateParameter> =
  | (Spec extends { readonly choices: readonly (infer Choice)[] }
      ? Spec['type'] extends 'list'
        ? readonly Choice[]
        : Choice
      : TypesOfValues[Spec['type']])
  | (Spec extends { readonly optional: true } ? undefined : never);

/** The types of values in TypeScript, by the types of parameters. */
interface TypesOfValues {
  text: string;
  rest: string;
  number: number;
  boolean: boolean;
  list: readonly string[];
}

/** A provider state that keeps the types of its parameters. */
export type DefinedState<Specs> = Omit<ProviderState, 'parameters'> & { readonly parameters: Specs };

/** Returns the state unchanged, and infers the types of its parameters. */
export function defineState<const Specs extends Readonly<Record<string, StateParameter>>>(
  state: TypedState<Specs>,
): DefinedState<Specs> {
  return state;
}

/** Thrown if a state is unknown, if its parameters are wrong, or if it cannot be set up. */
export class ProviderStateError extends Error {
  override readonly name = 'ProviderStateError';
  /** The sentence of the pact. */
  readonly state: string;
  /** Similar sentences, the nearest first. */
  readonly nearest: readonly string[];

  constructor(
    state: string,
    message: string,
    { nearest = [], cause }: { readonly nearest?: readonly string[]; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.state = state;
    this.nearest = nearest;
  }
}
