/** A scenario: a named deviation from the service's behaviour, as `spec/scenario.schema.json` defines it. */

import type { components } from '../../contract/document-schemas.js';
import type { OperationId } from '../../contract/operation.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import type { ActivationParameter } from '../domain/sandbox/activation.js';

type Schemas = components['schemas'];

/** A scenario as the program uses it: durations in milliseconds, sets of operations resolved, defaults filled in. */
export interface Scenario extends Pick<Schemas['scenario'], 'name' | 'summary' | 'basis' | 'recoverable'> {
  /** The chapter of the catalogue in which the scenario is listed. */
  readonly group: string;
  /** Whether responses with the scenario break the contract on purpose. */
  readonly breaksContract: boolean;
  /** The operations that the scenario affects, in the order of `OPERATION_IDS`. */
  readonly operations: readonly OperationId[];
  readonly parameters: Readonly<Record<string, ParameterSpec>>;
  readonly when: WhenTemplate;
  /** A scenario without a sequence has one step, which meets every call that fulfils `when`. */
  readonly steps: readonly StepTemplate[];
}

/** A parameter that a selection of the scenario can set. */
export interface ParameterSpec extends Omit<Schemas['parameter'], 'default'> {
  /** The value without a selection. Durations are in milliseconds. */
  readonly default?: ActivationParameter;
}

/** The conditions under which a scenario fires, as its file states them. All conditions have to hold. */
export type WhenTemplate = Schemas['when'];

type Amount = 'skip' | 'every' | 'times' | 'probability';

/**
 * The conditions with parameters filled in. In `between`, a parameter of type `duration` is a number: milliseconds
 * after the start of the clock.
 */
export interface When extends Pick<WhenTemplate, 'request'>, Readonly<Partial<Record<Amount, number>>> {
  readonly between?: Readonly<Partial<Record<'from' | 'until', string | number>>>;
}

/** The kinds of subjects that a request can concern. */
export const SUBJECT_KINDS = ['party', 'provider', 'contract'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The properties that a request must have. A `{parameter}` without a value requires nothing. */
export type RequestPattern = NonNullable<When['request']>;

/** A part of a sequence: what a number of calls meet, before the next part begins. */
export interface StepTemplate extends Pick<Schemas['step'], 'calls'> {
  /** The faults by kind. Absent: the service behaves normally. */
  readonly fault?: Readonly<Record<string, unknown>>;
}

/** The scenarios that can be selected, by name. */
export interface Catalogue extends ReadonlyMap<string, Scenario> {
  /** The contracts whose responses they change. Without them, nobody checks which places a selection names. */
  readonly contracts?: Contracts;
}
