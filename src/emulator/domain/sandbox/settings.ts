/** What a sandbox is made from. */

import { nonEmpty, withoutUndefined } from '../../../common/json.js';
import type { Sandbox } from '../../../contract/control-schemas.js';
import type { components } from '../../../contract/document-schemas.js';
import type { ClockReading } from '../time/clock.js';
import type { Base } from '../world/base.js';
import type { Activation, InjectedActivation } from './activation.js';

type Options = components['schemas']['state']['options'];

/** Labels by which people and programs recognize a sandbox, and how long it is kept. */
export type SandboxLabels = Pick<Options, 'name' | 'owner' | 'labels' | 'idleTtl'>;

/** The labels that have a value. Absent labels do not become members with the value undefined. */
export function labelsIn({ name, owner, labels = {}, idleTtl }: SandboxLabels): SandboxLabels {
  return withoutUndefined({ name, owner, ...nonEmpty('labels', labels), idleTtl });
}

/** Properties that the control plane shows. Access tokens and link tokens contain the ID. */
type ShownName = 'id' | 'clientId' | 'clientSecret' | 'tokenTtl' | 'linkTtl' | 'strict' | 'oneClient';

/** The fixed properties of a sandbox, and its initial state. */
export interface SandboxSettings extends SandboxLabels, Pick<Sandbox, ShownName> {
  /** @internal */
  readonly base: Base;
  /** Revision of the contract. */
  readonly revision: string;
  /** Active variants of the contract, by point. */
  readonly variants: Readonly<Record<string, string>>;
  /** Initial state of the clock. Default: the machine's time, running. */
  readonly clock?: ClockReading;
  /** Scenarios that apply to every request from the start. */
  readonly activations: readonly Activation[];
  /** Activations that a run injects. After a reset, they may differ. Default: nothing. */
  readonly injected?: readonly InjectedActivation[];
  /**
   * The sandbox that was recorded, and the verdicts on a client of the service. Present only in recordings, which never
   * change.
   */
  readonly recorded?: Pick<SandboxSettings, 'id' | 'clientId'> & { readonly behaviour?: object };
  /** Number of exchanges that the journal keeps. */
  readonly journalSize: number;
}
