/** A scenario that has been switched on: plain data, so that a sandbox can keep it without knowing the engine. */

export type ActivationParameter = string | number | boolean | readonly (string | number)[];

/** By which of the four ways a scenario was selected. */
export type Selector = 'sandbox' | 'client' | 'header' | 'party';

export interface Activation {
  readonly selector: Selector;
  /** The scenario's name. */
  readonly scenario: string;
  /** Every parameter with its value, defaults included. */
  readonly parameters: Readonly<Record<string, ActivationParameter>>;
  /** Calls are counted per key; the same scenario with the same parameters has the same key. */
  readonly key: string;
}

/** An activation that a sandbox keeps until it is taken back, or has come to its end by itself. */
export interface StandingActivation extends Activation {
  /** Names it in its sandbox. */
  readonly id: string;
  /** After so many calls it ends. */
  readonly count?: number;
  /** When it ends by the sandbox's clock, in milliseconds since 1970. */
  readonly until?: number;
}
