/** A scenario as its file says it. The shape is `spec/scenario.schema.json`. */

import type { OperationId } from '../contract/operation.js';
import type { ActivationParameter } from '../domain/activation.js';

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
  /** One member, named for the kind of fault; its value may hold `{parameter}` references. */
  readonly fault: Readonly<Record<string, unknown>>;
}

export interface ParameterSpec {
  readonly type: 'integer' | 'number' | 'string' | 'boolean' | 'integers' | 'strings';
  readonly description: string;
  readonly default?: ActivationParameter;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Numbers, or `{parameter}` references. */
export interface WhenTemplate {
  readonly skip?: number | string;
  readonly times?: number | string;
}

/** The scenarios that can be selected, by name. */
export type Catalogue = ReadonlyMap<string, Scenario>;
