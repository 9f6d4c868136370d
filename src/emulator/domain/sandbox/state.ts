/** The parts and counts of a sandbox, and how they are stored as plain data. */

import { BoundedMap } from '../bounded-map.js';
import { SandboxClock } from '../time/clock.js';
import type { TokenFlaw } from '../tokens/access-token-error.js';
import { World } from '../world/world.js';
import { WorldLists } from '../world/world-lists.js';
import type { Activation, StandingActivation } from './activation.js';
import type { KeptState } from './change.js';
import { ReplayHistory } from './replay-history.js';
import type { SandboxSettings } from './settings.js';
import NOTHING_ISSUED from './nothing-issued.json' with { type: 'json' };
import type { IssuedNumbers, RequestWindow, SandboxSnapshot } from './snapshot.js';

// The limits below keep a sandbox small, however many clients, tokens and scenarios a long run uses. The least recently
// used entries are forgotten first.

const MAX_COUNTED_ACTIVATIONS = 1_000;
const MAX_SPOILT_TOKENS = 1_000;
const MAX_WINDOWS = 1_000;

/** The state of a sandbox. {@link Sandbox} adds how it changes. */
export class SandboxState {
  readonly id: string;
  readonly clientId: string;
  readonly seed: number;
  readonly settings: SandboxSettings;
  readonly clock: SandboxClock;
  readonly world: World;
  readonly lists: WorldLists;
  readonly replayHistory: ReplayHistory;
  /** When the sandbox was last used: a reading of `performance.now()`. */
  lastUsedAt = performance.now();
  /** How many responses are being written, which may take as long as a scenario says. */
  responsesUnderWay = 0;
  /** The scenarios for all requests, in the order in which they apply. */
  activations: readonly StandingActivation[];
  protected numbers: { -readonly [Kind in keyof IssuedNumbers]: number };
  /** How many calls each activation was checked for. The key is the key of the activation. */
  readonly calls: BoundedMap<string, number>;
  /** Access tokens that a scenario has made invalid permanently, and why. The key is the ID of the token. */
  readonly spoiltTokens: BoundedMap<string, TokenFlaw>;
  /** Windows of throttles. The key consists of the activation and the client. */
  readonly windows: BoundedMap<string, RequestWindow>;
  /** The number of the last exchange when the journal was emptied. */
  forgotten: number;

  /**
   * @param snapshot the state to restore; default: the initial state of the settings
   * @throws WorldEventError if the events of the snapshot do not fit the world
   * @throws RangeError if the time of the snapshot is not in the range of a clock
   */
  constructor(settings: SandboxSettings, snapshot?: SandboxSnapshot | KeptState) {
    // A snapshot comes from a state document, or from a store. Only a store also keeps the recording of the journal.
    const stored = snapshot !== undefined && 'recording' in snapshot ? snapshot : undefined;

    // What never changes.
    this.id = settings.id;
    this.clientId = settings.clientId;
    this.seed = settings.base.seed;
    this.settings = settings;

    // The parts, which change by themselves.
    this.clock = new SandboxClock(snapshot?.clock ?? settings.clock);
    this.world = new World(settings.base, this.clock, snapshot);
    this.lists = new WorldLists(this.world);
    this.replayHistory = new ReplayHistory(settings.journalSize, stored?.recording);

    // The counts, and what scenarios have done so far.
    this.forgotten = stored?.forgotten ?? 0;
    this.numbers = { ...(snapshot?.issued ?? NOTHING_ISSUED) };
    this.activations = snapshot?.activations ?? this.#initialActivations();
    this.calls = new BoundedMap(MAX_COUNTED_ACTIVATIONS, snapshot?.calls);
    this.spoiltTokens = new BoundedMap(MAX_SPOILT_TOKENS, snapshot?.spoiltTokens);
    this.windows = new BoundedMap(MAX_WINDOWS, snapshot?.windows);
  }

  /** How many things of each kind the sandbox has numbered. */
  get issued(): IssuedNumbers {
    return this.numbers;
  }

  /** The next number of a kind of things, from 1. */
  nextNumber(kind: keyof IssuedNumbers): number {
    return ++this.numbers[kind];
  }

  /** Runs `act`. If it throws, the numbers that it used are free again. */
  runOrFreeNumbers<Result>(act: () => Result): Result {
    const issued = { ...this.numbers };
    try {
      return act();
    } catch (error) {
      this.numbers = issued;
      throw error;
    }
  }

  /** A copy of the activation that applies to all requests. It has a new ID and key, so its calls are counted anew. */
  asStanding(activation: Activation, end: Pick<StandingActivation, 'count' | 'until'> = {}): StandingActivation {
    const id = String(this.nextNumber('activations'));
    return { ...activation, ...end, id, key: JSON.stringify([activation.key, id]) };
  }

  /**
   * The activations of a new sandbox. Injected activations take no number, so that all other activations have the same
   * numbers as without injection.
   */
  #initialActivations(): StandingActivation[] {
    const { activations, injected = [] } = this.settings;
    return [
      ...activations.map((activation) => this.asStanding(activation)),
      ...injected.map((activation, at): StandingActivation => ({ ...activation, id: `injected-${at + 1}` })),
    ];
  }

  /** The number of calls that the activation was checked for, whether it was applied or not. */
  callsOf({ key }: Activation): number {
    return this.calls.get(key) ?? 0;
  }

  /** Counts a call that the activation is checked for. Returns the number of calls with this one. */
  countCall(activation: Activation): number {
    const calls = this.callsOf(activation) + 1;
    this.calls.set(activation.key, calls);

    return calls;
  }

  /** The state from which the sandbox continues in another process. */
  keptState(): KeptState {
    const { checkpoints, actions } = this.replayHistory;
    return {
      ...this.snapshot(),
      clock: this.clock.state(),
      recording: { checkpoints, actions: [...actions] },
      forgotten: this.forgotten,
    };
  }

  /** The changing state as plain data. */
  snapshot(): SandboxSnapshot {
    return this.snapshotWith(this.world.history.slice());
  }

  /** The changing state, with the given events as the events of the world. */
  protected snapshotWith(events: SandboxSnapshot['events']): SandboxSnapshot {
    const { epoch, scheduled } = this.world;
    return {
      epoch,
      clock: this.clock.reading(),
      issued: { ...this.numbers },
      activations: this.activations,
      calls: this.calls.entries(),
      windows: this.windows.entries(),
      spoiltTokens: this.spoiltTokens.entries(),
      events,
      scheduled: [...scheduled],
    };
  }
}
