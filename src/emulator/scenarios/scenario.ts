/** A scenario: a named deviation from the service's behaviour, as `spec/scenario.schema.json` defines it. */

import type { components } from '../../contract/document-schemas.js';
import type { OperationId } from '../../contract/operation.js';
import type { ActivationParameter } from '../domain/sandbox/activation.js';

type Schemas = components['schemas'];

export interface Scenario extends Pick<Schemas['scenario'], 'name' | 'summary' | 'basis' | 'recoverable'> {
  /** The chapter of the catalogue. */
  readonly group: string;
  /** Whether responses with the scenario break the contract on purpose. */
  readonly breaksContract: boolean;
  /** The operations that it affects, in the order of `OPERATION_IDS`; the sets of the file are resolved. */
  readonly operations: readonly OperationId[];
  readonly parameters: Readonly<Record<string, ParameterSpec>>;
  readonly when: WhenTemplate;
  /** A scenario without a sequence has one step, which meets every call that fulfils `when`. */
  readonly steps: readonly StepTemplate[];
}

/** A parameter that a selection of the scenario can set. */
export interface ParameterSpec extends Omit<Schemas['parameter'], 'default'> {
  /** Durations in milliseconds. */
  readonly default?: ActivationParameter;
}

/** The conditions under which a scenario fires, as its file has them. All of them have to hold. */
export type WhenTemplate = Schemas['when'];

type Amount = 'skip' | 'every' | 'times' | 'probability';

/** The conditions with parameters filled in. A parameter of type `duration` gives milliseconds after the start. */
export interface When extends Pick<WhenTemplate, 'request'>, Readonly<Partial<Record<Amount, number>>> {
  readonly between?: Readonly<Partial<Record<'from' | 'until', string | number>>>;
}

/** The kinds of things that a request can concern. */
export const SUBJECT_KINDS = ['party', 'provider', 'contract'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The properties that a request must have. A `{parameter}` without a value requires nothing. */
export type RequestPattern = NonNullable<When['request']>;

/** A part of a sequence. */
export interface StepTemplate extends Pick<Schemas['step'], 'calls'> {
  /** The faults by kind. Absent: the service behaves normally. */
  readonly fault?: Readonly<Record<string, unknown>>;
}

/** The scenarios that can be selected, by name. */
export type Catalogue = ReadonlyMap<string, Scenario>;
