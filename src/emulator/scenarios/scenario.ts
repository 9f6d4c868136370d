/** A scenario: a named deviation from the service's behaviour, as `spec/scenario.schema.json` defines it. */

import type { OperationId } from '../../contract/operation.js';
import type { ActivationParameter } from '../domain/sandbox/activation.js';

export interface Scenario {
  /** The name in kebab-case; also the name of the scenario's file. */
  readonly name: string;
  /** One sentence: what a client experiences. */
  readonly summary: string;
  /** The chapter of the catalogue. */
  readonly group: string;
  /** The section of the specification, the RFC or the open point that the scenario rests on. */
  readonly basis: string;
  /** Whether a well-behaved client gets the same result in the end, by a new token, a retry, or look-ups by ID. */
  readonly recoverable: boolean;
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
export interface ParameterSpec {
  readonly type: 'integer' | 'number' | 'string' | 'boolean' | 'duration' | 'integers' | 'strings';
  readonly description: string;
  /** Durations in milliseconds. */
  readonly default?: ActivationParameter;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: readonly string[];
}

/** A value, or a `{parameter}` that provides the value. */
export type Reference<Value> = Value | string;

/** The conditions under which a scenario fires. All of them have to hold. */
interface Conditions<Amount, Edge> {
  /** How many calls pass first. */
  readonly skip?: Amount;
  /** The period in calls: the first call of each period fires. */
  readonly every?: Amount;
  /** How often it fires. */
  readonly times?: Amount;
  /** From 0 to 1; drawn from the sandbox's seed. */
  readonly probability?: Amount;
  /** Times or durations after the start of the sandbox's clock. */
  readonly between?: { readonly from?: Edge; readonly until?: Edge };
  readonly request?: RequestPattern;
}

/** The conditions as a scenario file has them. */
export type WhenTemplate = Conditions<Reference<number>, string>;

/** The conditions with parameters filled in. A parameter of type `duration` gives milliseconds after the start. */
export type When = Conditions<number, string | number>;

/** The kinds of things that a request can concern. */
export const SUBJECT_KINDS = ['party', 'provider', 'contract'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The properties that a request must have. A `{parameter}` without a value requires nothing. */
export interface RequestPattern extends Readonly<Partial<Record<SubjectKind, string>>> {
  /** The operation of the contract. */
  readonly operation?: string;
  /** The client ID, with its suffix. */
  readonly client?: string;
  /** Query parameters and their values. */
  readonly query?: Readonly<Record<string, string>>;
  /** Members at the top of the body and their values, as text. */
  readonly body?: Readonly<Record<string, string>>;
}

/** A part of a sequence. */
export interface StepTemplate {
  /** How many calls meet the step; all further calls if absent. */
  readonly calls?: Reference<number>;
  /** The faults by kind. Absent: the service behaves normally. */
  readonly fault?: Readonly<Record<string, unknown>>;
}

/** The scenarios that can be selected, by name. */
export type Catalogue = ReadonlyMap<string, Scenario>;
