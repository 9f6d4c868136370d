/** What can be so before an interaction: one sentence, or several that mean the same, and what they do to a sandbox. */

import type { SandboxOptions } from '../../control/sandbox-options.js';
import type { StateSandbox } from './state-sandbox.js';

/** A provider state, as the registry holds it and as a consumer may add one (`--states`). */
export interface ProviderState {
  /** In kebab-case; the file is named for it. */
  readonly name: string;
  /** What it brings about, in one sentence for people. */
  readonly summary: string;
  /** Under which heading the documentation has it. Default: `own`. */
  readonly group?: string;
  /**
   * What a pact may write, compared without regard to case, space, articles and a full stop at the end. `{parameter}`
   * stands for a value: it is taken from the sentence, where a pact writes the value itself, or from the state's
   * parameters (Pact V3 and later).
   */
  readonly sentences: readonly string[];
  readonly parameters: Readonly<Record<string, StateParameter>>;
  /** Whether it takes parameters that it does not declare, as they are. Default: false, they are mistakes. */
  readonly takesOthers?: boolean;
  /** Whether it is about the caller's credentials: then those of the pact are sent as they stand. Default: false. */
  readonly authentication?: boolean;
  /** Shipped scenarios that it switches on, for the coverage. Default: none. */
  readonly scenarios?: readonly string[];
  /** How the sandbox has to be opened for it, beside what others ask for. Default: as every other. */
  readonly opensWith?: SandboxOpening;
  /** Whether it depends on what the interaction's other states do, so that it comes after them. Default: false. */
  readonly last?: boolean;
  /**
   * Brings it about, in a sandbox that is new.
   * @returns values that exist at run time only, such as a link token, for `fromProviderState`; or nothing
   * @throws Error where it cannot be; its message fails the interaction
   */
  setUp(
    sandbox: StateSandbox,
    parameters: StateParameters,
  ): StateOutcome | undefined | Promise<StateOutcome> | Promise<void>;
}

/** What a state may say of a sandbox that is opened for it. */
export type SandboxOpening = Pick<
  SandboxOptions,
  'fixture' | 'population' | 'seed' | 'tokenTtl' | 'linkTtl' | 'strict'
>;

export interface StateParameter {
  readonly description: string;
  /** `rest` is text up to the end of the sentence; a list is written "A, B and C". */
  readonly type: 'text' | 'rest' | 'number' | 'boolean' | 'list';
  /** What a text, or each item of a list, can be, in any case. Default: anything. */
  readonly choices?: readonly string[];
  /** Default: none. */
  readonly minimum?: number;
  /** Default: none. */
  readonly maximum?: number;
  /** Absent where a value has to be given, or is made up. */
  readonly default?: StateValue;
  /** Whether a value is made up where none is given. Default: false. */
  readonly optional?: boolean;
}

export type StateValue = string | number | boolean | readonly string[];

/** Of the types that the state declares; complete but for what is optional. */
export type StateParameters = Readonly<Record<string, unknown>>;

/** What a state has come to. */
export interface StateOutcome {
  /** For `fromProviderState`: by name. */
  readonly values?: Readonly<Record<string, unknown>>;
  /**
   * Where the request has to name something that only exists at run time (a link token in its path, a client ID in its
   * form), but the pact invents it: what it says, and what is sent in its place.
   */
  readonly replacements?: Readonly<Record<string, string>>;
  /** Scenarios that it has switched on beside those that it always does. */
  readonly scenarios?: readonly string[];
}
