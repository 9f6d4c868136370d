/**
 * The activation of a scenario, as plain data that a sandbox stores. A scenario is a fault of the service that calls
 * can meet; an activation selects it with parameters. `spec/state.schema.json` describes the data.
 */

import type { components } from '../../../contract/document-schemas.js';

type Stored = components['schemas']['standingActivation'];

/** The value of a parameter of a scenario. */
export type ActivationParameter = Stored['parameters'][string];

/** What selected a scenario: the sandbox, the suffix of a client ID, a header, a party, or a run from outside. */
export type Selector = 'sandbox' | 'client' | 'header' | 'party' | 'injection';

/** A scenario that was selected, with its parameters and what selected it. */
export interface Activation extends Omit<Stored, 'selector' | 'id'> {
  readonly selector: Selector;
}

/** An activation for all requests of a sandbox. */
export interface StandingActivation extends Activation {
  /** Unique in its sandbox. */
  readonly id: string;
}

/** The position of a call among all calls of its operation in a sandbox. */
export type CallPlace = NonNullable<Stored['at']>;

/** An activation that a run injects from outside: see `injection/`. */
export interface InjectedActivation extends Activation {
  readonly selector: 'injection';
}

/** Whether an activation was injected from outside. The control plane neither shows nor ends it. */
export function isInjected({ selector }: Activation): boolean {
  return selector === 'injection';
}
