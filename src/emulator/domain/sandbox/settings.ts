/** What a sandbox is made from. */

import { nonEmpty, withoutUndefined } from '../../../common/json.js';
import type { ClockReading } from '../time/clock.js';
import type { Base } from '../world/base.js';
import type { Activation, InjectedActivation } from './activation.js';

/** What people and programs tell sandboxes apart by, and how long one is kept. */
export interface SandboxLabels {
  /** A label for people. */
  readonly name?: string;
  /** Who it belongs to: a team, a job. */
  readonly owner?: string;
  /** What it is found by: `{ branch: 'main' }`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Seconds without use (real time) after which it is removed. Default: as the emulator's option says. */
  readonly idleTtl?: number;
}

/** The labels that are given. */
export function labelsIn({ name, owner, labels = {}, idleTtl }: SandboxLabels): SandboxLabels {
  return withoutUndefined({ name, owner, ...nonEmpty('labels', labels), idleTtl });
}

/** The fixed properties of a sandbox, and its initial state. */
export interface SandboxSettings extends SandboxLabels {
  /** Access tokens and link tokens contain it. */
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** @internal */
  readonly base: Base;
  /** Lifetime of access tokens in seconds. */
  readonly tokenTtl: number;
  /** Lifetime of verification links in seconds. */
  readonly linkTtl: number;
  /** Whether requests with query parameters or members that are not in the contract are rejected. */
  readonly strict: boolean;
  /** Whether one client uses it, which sends its requests one after the other. */
  readonly oneClient: boolean;
  /** Revision of the contract. */
  readonly revision: string;
  /** Active variants of the contract, by point. */
  readonly variants: Readonly<Record<string, string>>;
  /** Initial state of the clock. Default: the machine's time, running. */
  readonly clock?: ClockReading;
  /** Scenarios that apply to every request from the start. */
  readonly activations: readonly Activation[];
  /** What a run injects into it. A reset may bring others. Default: nothing. */
  readonly injected?: readonly InjectedActivation[];
  /** The sandbox that was recorded. Present in recordings alone, which are looked at and never change. */
  readonly recorded?: Pick<SandboxSettings, 'id' | 'clientId'>;
  /** Number of exchanges that the journal keeps. */
  readonly journalSize: number;
}
