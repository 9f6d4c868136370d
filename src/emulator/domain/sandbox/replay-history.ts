/**
 * Records how to repeat the last changes of a sandbox, for bundles and stores. The record consists of checkpoints
 * (snapshots of the sandbox before some exchange) and of the actions since the first checkpoint. The journal contains
 * the exchanges themselves.
 */

import type { components } from '../../../contract/document-schemas.js';
import type { StandingActivation } from './activation.js';
import type { SandboxSnapshot } from './snapshot.js';

type Recorded = components['schemas']['action'];

/** A change of a sandbox between its exchanges, as plain data that can be recorded and repeated. */
export type SandboxAction =
  | { readonly type: 'scenarios-activated'; readonly activations: readonly StandingActivation[] }
  | Exclude<Recorded['action'], { readonly type: 'scenarios-activated' }>;

/** An action, the exchange and the time before it, and the numbers issued up to its end. */
export interface RecordedAction extends Omit<Recorded, 'action'> {
  readonly action: SandboxAction;
}

/**
 * A snapshot without events. To save memory, it has only the number of its events: they are the first ones in the
 * history of the world.
 */
export interface Checkpoint {
  /** The number of the last exchange before the snapshot. */
  readonly after: number;
  readonly snapshot: SandboxSnapshot;
  /** The number of events in the history at that time. */
  readonly events: number;
}

/**
 * How many checkpoints a full journal has. A bundle replays from the oldest checkpoint of the journal on. With more
 * checkpoints, fewer exchanges come before it.
 */
const CHECKPOINTS = 4;

/** The most actions that are kept. After more, without a checkpoint in between, the recording starts again. */
const MAX_ACTIONS = 10_000;

/** What is recorded. */
export interface Recording {
  readonly checkpoints: readonly Checkpoint[];
  readonly actions: readonly RecordedAction[];
}

/** The recording of one sandbox, which never gets longer than its journal needs. */
export class ReplayHistory implements Recording {
  readonly #journalSize: number;
  checkpoints: readonly Checkpoint[] = [];
  actions: RecordedAction[] = [];

  /**
   * @param journalSize exchanges that the journal keeps; with 0 nothing is recorded
   * @param state what was recorded before; default: nothing
   */
  constructor(journalSize: number, state?: Recording) {
    this.#journalSize = journalSize;
    if (state === undefined || journalSize === 0) return;

    this.checkpoints = state.checkpoints;
    this.actions = [...state.actions];
  }

  /** Whether a checkpoint is needed before the exchange with this number. */
  needsCheckpoint(exchange: number): boolean {
    const last = this.checkpoints.at(-1);
    if (last === undefined) return this.#journalSize > 0;

    return exchange - 1 - last.after >= Math.ceil(this.#journalSize / CHECKPOINTS);
  }

  /** Adds a checkpoint, and removes those before the oldest exchange of the journal. */
  addCheckpoint(checkpoint: Checkpoint): void {
    const oldestKept = checkpoint.after + 1 - this.#journalSize;
    this.checkpoints = [...this.checkpoints, checkpoint].filter(({ after }) => after >= oldestKept);

    const firstAfter = this.checkpoints[0]?.after ?? checkpoint.after;
    // Actions before the first checkpoint can no longer be repeated. Those directly after an exchange are part of the
    // snapshot, which is taken before the next exchange.
    this.actions = this.actions.filter(({ after }) => after > firstAfter);
  }

  /** Adds an action. If there are too many, all that was recorded is dropped. */
  addAction(action: RecordedAction): void {
    // Without a checkpoint, nothing can be repeated from.
    if (this.checkpoints.length === 0) return;

    this.actions.push(action);
    if (this.actions.length > MAX_ACTIONS) this.clear();
  }

  /**
   * The oldest checkpoint from which the journal has every exchange, and the actions since then.
   * @param firstKept the number of the oldest exchange in the journal
   */
  since(firstKept: number): { checkpoint: Checkpoint; actions: readonly RecordedAction[] } | undefined {
    const checkpoint = this.checkpoints.find(({ after }) => after + 1 >= firstKept);
    if (checkpoint === undefined) return undefined;

    const actions = this.actions.filter(({ after }) => after > checkpoint.after);
    return { checkpoint, actions };
  }

  /** Starts again with the next exchange. */
  clear(): void {
    this.checkpoints = [];
    this.actions = [];
  }
}
