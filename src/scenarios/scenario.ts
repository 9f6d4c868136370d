/** A scenario as its file says it. The shape is `spec/scenario.schema.json`. */

import type { OperationId } from '../contract/operation.js';
import type { ActivationParameter } from '../domain/sandbox/activation.js';

export interface Scenario {
  readonly name: string;
  readonly summary: string;
  readonly group: string;
  readonly basis: string;
  readonly recoverable: boolean;
  readonly breaksContract: boolean;
  readonly operations: readonly OperationId[];
  readonly parameters: Readonly<Record<string, ParameterSpec>>;
  readonly when: WhenTemplate;
  /** One for a scenario without a sequence: all calls that `when` lets through meet it. */
  readonly steps: readonly StepTemplate[];
}

export interface ParameterSpec {
  readonly type: 'integer' | 'number' | 'string' | 'boolean' | 'duration' | 'integers' | 'strings';
  readonly description: string;
  readonly default?: ActivationParameter;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: readonly string[];
}

/** A value, or the `{parameter}` whose value it takes. */
export type Reference<Value> = Value | string;

export interface WhenTemplate {
  readonly skip?: Reference<number>;
  readonly every?: Reference<number>;
  readonly times?: Reference<number>;
  readonly probability?: Reference<number>;
  readonly between?: { readonly from?: string; readonly until?: string };
  readonly request?: RequestPattern;
}

/** What a request has to have; a member without value asks for nothing. */
export interface RequestPattern {
  readonly party?: string;
  readonly provider?: string;
  readonly contract?: string;
  readonly client?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
}

export interface StepTemplate {
  /** How many calls meet the step; all further ones where absent. */
  readonly calls?: Reference<number>;
  /** By kind; service is normal where there is none. */
  readonly fault?: Readonly<Record<string, unknown>>;
}

/** The scenarios that can be selected, by name. */
export type Catalogue = ReadonlyMap<string, Scenario>;
