/** What can be so before an interaction: one sentence, or several that mean the same, and what they do to a sandbox. */

import type { StateSandbox } from './state-sandbox.js';

/** A provider state, as the registry holds it and as a consumer may add one (`--states`). */
export interface ProviderState {
  /** In kebab-case; the file is named for it. */
  readonly name: string;
  /** What it brings about, in one sentence for people. */
  readonly summary: string;
  /**
   * What a pact may write, compared without regard to case and space. `{parameter}` stands for a value: it is taken from the
   * sentence, where a pact writes the value itself, or from the state's parameters (Pact V3 and later).
   */
  readonly sentences: readonly string[];
  readonly parameters: Readonly<Record<string, StateParameter>>;
  /** Whether it is about the caller's credentials: then those of the pact are sent as they stand. Default: false. */
  readonly authentication?: boolean;
  /** Shipped scenarios that it switches on, for the coverage. Default: none. */
  readonly scenarios?: readonly string[];
  /**
   * Brings it about, in a sandbox that is new.
   * @returns values that exist at run time only, such as a link token, for `fromProviderState`
   * @throws Error where it cannot be; its message fails the interaction
   */
  setUp(sandbox: StateSandbox, parameters: StateParameters): StateOutcome | Promise<StateOutcome>;
}

export interface StateParameter {
  readonly description: string;
  readonly type: 'text' | 'number' | 'boolean' | 'list';
  /** Absent where a value has to be given. */
  readonly default?: string | number | boolean | readonly string[];
}

/** Complete, and of the types that the state declares. */
export type StateParameters = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** What a state has come to. */
export interface StateOutcome {
  /** For `fromProviderState`: by name. */
  readonly values?: Readonly<Record<string, unknown>>;
  /**
   * Where the request's path has to name something that only exists at run time, but the pact invents it: what it says,
   * and what is sent in its place.
   */
  readonly replacements?: Readonly<Record<string, string>>;
}
