/**
 * What it takes to live through a sandbox's last exchanges again: what it was like before one of them, and what has
 * been done to it from outside since. The exchanges themselves are in the journal.
 */

import type { ClockReading } from '../time/clock.js';
import type { WorldEvent } from '../world/events.js';
import type { ScheduledEvent } from '../world/world.js';
import type { StandingActivation } from './activation.js';
import type { SandboxSnapshot } from './snapshot.js';

export type SandboxAction =
  /** Puts scenarios beside those that are active. */
  | { readonly type: 'scenarios-activated'; readonly activations: readonly StandingActivation[] }
  /** Takes back the activations with these IDs. */
  | { readonly type: 'scenarios-deactivated'; readonly ids: readonly string[] }
  | { readonly type: 'clock-set'; readonly reading: ClockReading }
  | {
      readonly type: 'world-changed';
      readonly events: readonly WorldEvent[];
      readonly scheduled: readonly ScheduledEvent[];
    }
  /** Somebody looked at the world, and what was due has happened. */
  | { readonly type: 'world-settled' };

/** How many things of each kind a sandbox has given out; numbers are drawn from it. */
export interface IssuedNumbers {
  readonly exchanges: number;
  readonly accessTokens: number;
  readonly links: number;
  readonly dataRequests: number;
  readonly parties: number;
  readonly credentials: number;
  readonly activations: number;
}

/** An action, and when it was done. */
export interface RecordedAction {
  /** The number of the exchange before it. */
  readonly after: number;
  /** By the sandbox's clock, before the action: milliseconds since 1970. */
  readonly at: number;
  readonly action: SandboxAction;
  /** What had been given out when it was done, by the action itself too. */
  readonly issued: IssuedNumbers;
}

/** A snapshot that shares the history of the world with the sandbox. */
export interface Checkpoint {
  /** The number of the exchange before it. */
  readonly after: number;
  /** With a world whose events are left out. */
  readonly snapshot: SandboxSnapshot;
  /** How many events had happened. */
  readonly events: number;
}

/** How many checkpoints are kept: the exchanges between the last two of them may be lost to a full journal. */
const CHECKPOINTS = 4;

/** Of a sandbox that is changed again and again and hardly ever asked anything, the recording begins anew. */
const MOST_ACTIONS = 10_000;

export class Recording {
  readonly #exchanges: number;
  #checkpoints: Checkpoint[] = [];
  #actions: RecordedAction[] = [];

  /** @param exchanges how many exchanges the journal keeps; nothing is recorded where it keeps none */
  constructor(exchanges: number) {
    this.#exchanges = exchanges;
  }

  /** Whether a checkpoint is to be made before the exchange with this number. */
  isDue(exchange: number): boolean {
    const last = this.#checkpoints.at(-1);
    if (last === undefined) return this.#exchanges > 0;
    return exchange - 1 - last.after >= Math.ceil(this.#exchanges / CHECKPOINTS);
  }

  /** Adds a checkpoint, and forgets what came before the oldest that can still be of use. */
  addCheckpoint(checkpoint: Checkpoint): void {
    this.#checkpoints.push(checkpoint);
    const oldestKept = checkpoint.after + 1 - this.#exchanges;
    const { after } = (this.#checkpoints = this.#checkpoints.filter((known) => known.after >= oldestKept))[0]!;
    this.#actions = this.#actions.filter((action) => action.after > after);
  }

  addAction(action: RecordedAction): void {
    if (this.#checkpoints.length === 0) return;
    this.#actions.push(action);
    if (this.#actions.length > MOST_ACTIONS) this.clear();
  }

  /** The oldest checkpoint from which every exchange is still in the journal, whose first exchange has this number. */
  since(
    firstKept: number,
  ): { readonly checkpoint: Checkpoint; readonly actions: readonly RecordedAction[] } | undefined {
    const checkpoint = this.#checkpoints.find(({ after }) => after + 1 >= firstKept);
    return checkpoint && { checkpoint, actions: this.#actions.filter(({ after }) => after > checkpoint.after) };
  }

  /** Begins anew with the next exchange. */
  clear(): void {
    this.#checkpoints = [];
    this.#actions = [];
  }
}
