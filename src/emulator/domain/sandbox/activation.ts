/** The activation of a scenario, as plain data that a sandbox stores. */

export type ActivationParameter = string | number | boolean | readonly (string | number)[];

/** What selected a scenario. */
export type Selector = 'sandbox' | 'client' | 'header' | 'party' | 'injection';

export interface Activation {
  readonly selector: Selector;
  /** The scenario's name. */
  readonly scenario: string;
  /** Every parameter with its value, defaults included. */
  readonly parameters: Readonly<Record<string, ActivationParameter>>;
  /** Calls are counted by key. The same scenario with the same parameters has the same key. */
  readonly key: string;
  /** Number of calls after which the activation ends. Default: no limit. */
  readonly count?: number;
  /** When the activation ends by the sandbox's clock, in milliseconds since 1970. Default: never. */
  readonly until?: number;
  /** The only call that the activation applies to. Default: it applies to every call. */
  readonly at?: CallPlace;
}

/** An activation for all requests of a sandbox. */
export interface StandingActivation extends Activation {
  /** Unique in its sandbox. */
  readonly id: string;
}

/** The position of a call among all calls of its operation in a sandbox. */
export interface CallPlace {
  /** The `operationId` of the contract. */
  readonly operation: string;
  /** Path and query, for calls whose order differs from run to run. Default: calls with any arguments. */
  readonly url?: string;
  /** Position of the call, from 1, among the calls of the operation with this URL. */
  readonly call: number;
}

/** An activation that a run injects from outside: see `injection/`. */
export interface InjectedActivation extends Activation {
  readonly selector: 'injection';
}

/** Whether an activation was injected from outside. The control plane neither shows nor ends it. */
export function isInjected({ selector }: Activation): boolean {
  return selector === 'injection';
}
