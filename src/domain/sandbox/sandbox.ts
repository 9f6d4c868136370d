/** One isolated institution: its credentials, world, clock and active scenarios. */

import { BoundedMap } from '../bounded-map.js';
import { SandboxClock } from '../time/clock.js';
import type { TokenFlaw } from '../tokens/access-token-error.js';
import { DisclosedLists } from '../world/disclosed-lists.js';
import { UsersList } from '../world/users/users-list.js';
import { SelectedHoldings } from '../world/selected-holdings.js';
import { World } from '../world/world.js';
import type { Activation, StandingActivation } from './activation.js';
import type { ActionChange, ExchangeChange, KeptState, SandboxChange } from './change.js';
import { type ChangeSources, ChangeTeller } from './change-teller.js';
import { Recording, type RecordedAction, type SandboxAction } from './recording.js';
import type { SandboxSettings } from './sandbox-settings.js';
import { type IssuedNumbers, NOTHING_ISSUED, type RequestWindow, type SandboxSnapshot } from './snapshot.js';

const MAX_COUNTED_ACTIVATIONS = 1_000;
const MAX_SPOILT_TOKENS = 1_000;
const MAX_WINDOWS = 1_000;

/** Number and time of a request that is being handled. */
export interface ExchangeStart {
  /** Counts from 1 in each sandbox. */
  readonly number: number;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
}

export class Sandbox {
  readonly settings: SandboxSettings;
  readonly clock: SandboxClock;
  readonly world: World;
  readonly users: UsersList;
  readonly disclosed: DisclosedLists;
  readonly selected: SelectedHoldings;
  readonly recording: Recording;
  /** When the sandbox was last used: a reading of `performance.now()`. */
  lastUsedAt = performance.now();
  #activations: readonly StandingActivation[];
  #issued: { -readonly [Kind in keyof IssuedNumbers]: number };
  readonly #calls: BoundedMap<string, number>;
  /** Access tokens, by ID, that a scenario has made invalid permanently. */
  readonly spoiltTokens: BoundedMap<string, TokenFlaw>;
  /** Windows of throttles, by activation and client. */
  readonly windows: BoundedMap<string, RequestWindow>;
  /** The number of the last exchange when the journal was emptied. */
  #forgotten: number;
  #teller: ChangeTeller | undefined;

  /**
   * @param snapshot the state to restore; default: the initial state of the settings
   * @throws WorldEventError if the events of the snapshot do not fit the world
   * @throws RangeError if the time of the snapshot is not in the range of a clock
   */
  constructor(settings: SandboxSettings, snapshot?: SandboxSnapshot | KeptState) {
    const kept = snapshot !== undefined && 'recording' in snapshot ? snapshot : undefined;
    this.settings = settings;
    this.clock = new SandboxClock(snapshot?.clock ?? settings.clock);
    this.world = new World(settings.base, this.clock, snapshot?.world);
    this.users = new UsersList(this.world);
    this.disclosed = new DisclosedLists(this.world);
    this.selected = new SelectedHoldings(this.world);
    this.recording = new Recording(settings.journalSize, kept?.recording);
    this.#forgotten = kept?.forgotten ?? 0;
    this.#issued = { ...(snapshot?.issued ?? NOTHING_ISSUED) };
    this.#activations = snapshot?.activations ?? this.#initialActivations();
    this.#calls = new BoundedMap(MAX_COUNTED_ACTIVATIONS, snapshot?.calls);
    this.spoiltTokens = new BoundedMap(MAX_SPOILT_TOKENS, snapshot?.spoiltTokens);
    this.windows = new BoundedMap(MAX_WINDOWS, snapshot?.windows);
  }

  /**
   * Calls `listener` with everything that changes from now on, at the end of each exchange and of each action.
   * @param listener must not throw: the sandbox has changed already
   */
  set onChange(listener: (change: SandboxChange) => void) {
    const { world, clock, windows, spoiltTokens } = this;
    const sources = (): ChangeSources => ({
      world,
      clock,
      windows,
      spoiltTokens,
      calls: this.#calls,
      issued: this.#issued,
    });
    this.#teller = new ChangeTeller(sources, listener);
  }

  get id(): string {
    return this.settings.id;
  }

  get clientId(): string {
    return this.settings.clientId;
  }

  get seed(): number {
    return this.settings.base.seed;
  }

  /** How many things of each kind it has numbered. */
  get issued(): IssuedNumbers {
    return this.#issued;
  }

  /** The next number of a kind of things, from 1. */
  nextNumber(kind: keyof IssuedNumbers): number {
    return ++this.#issued[kind];
  }

  /** Runs `act`. If it throws, the numbers that it used are free again. */
  numbering<Result>(act: () => Result): Result {
    const issued = { ...this.#issued };
    try {
      return act();
    } catch (error) {
      this.#issued = issued;
      throw error;
    }
  }

  /**
   * Handles a request at one moment of the clock. `handle` is synchronous, so nothing else changes the sandbox
   * meanwhile.
   */
  exchange<Result>(handle: (start: ExchangeStart) => Result): Result {
    return this.clock.held((at) => {
      if (this.recording.isDue(this.#issued.exchanges + 1)) this.#addCheckpoint();
      const handled = (): Result => handle({ number: this.nextNumber('exchanges'), at });
      return this.#teller === undefined ? handled() : this.#teller.exchange(at, handled);
    });
  }

  /**
   * Changes the sandbox and records the action.
   * @throws WorldEventError, RangeError if the action is not possible; the sandbox does not change then
   */
  perform(action: SandboxAction): void {
    const recorded = this.clock.held((at): RecordedAction => {
      this.#apply(action);
      return { after: this.#issued.exchanges, at, action, issued: { ...this.#issued } };
    });
    this.recording.addAction(recorded);
    this.#teller?.action(recorded);
  }

  /** Starts the recording again, because the journal is emptied. */
  forget(): void {
    this.recording.clear();
    this.#forgotten = this.#issued.exchanges;
    this.#teller?.forgotten(this.#forgotten);
  }

  /** The number of the last exchange when the journal was emptied. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /**
   * Applies a change that was made before: by an earlier process, or by another one that has the same sandbox.
   * @throws WorldEventError if it is not the next one
   */
  apply(change: SandboxChange): void {
    if (change.type === 'exchange') this.#repeatExchange(change);
    else if (change.type === 'action') this.#repeatAction(change);
    else {
      this.recording.clear();
      this.#forgotten = change.exchange;
    }
    this.#teller?.skip();
  }

  /** Repeats a recorded action, at its time and with its numbers. */
  repeat({ at, action, issued }: RecordedAction): void {
    this.clock.set({ time: at, frozen: true });
    this.#apply(action);
    this.#issued = { ...issued };
  }

  /** Applies scheduled events that are due. Call it before reading the world. */
  settle(): void {
    if (this.world.isDue()) this.perform({ type: 'world-settled' });
  }

  /** The scenarios for all requests, in the order in which they apply. */
  get activations(): readonly StandingActivation[] {
    return this.#activations;
  }

  /** A copy of the activation for all requests, with an ID and a call count of its own. */
  standing(activation: Activation, end: Pick<StandingActivation, 'count' | 'until'> = {}): StandingActivation {
    const id = String(this.nextNumber('activations'));
    return { ...activation, ...end, id, key: JSON.stringify([activation.key, id]) };
  }

  /** Those that are injected take no number, so that the others have the same as without them. */
  #initialActivations(): StandingActivation[] {
    const { activations, injected = [] } = this.settings;
    return [
      ...activations.map((activation) => this.standing(activation)),
      ...injected.map((activation, at): StandingActivation => ({ ...activation, id: `injected-${at + 1}` })),
    ];
  }

  /** Number of calls that the activation was checked for. */
  callsOf({ key }: Activation): number {
    return this.#calls.get(key) ?? 0;
  }

  /** Counts a call that the activation was checked for. Returns the number of calls, this one included. */
  countCall(activation: Activation): number {
    const calls = this.callsOf(activation) + 1;
    this.#calls.set(activation.key, calls);
    return calls;
  }

  /** Everything that the sandbox goes on from in another process. */
  kept(): KeptState {
    const { checkpoints, actions } = this.recording;
    return {
      ...this.snapshot(),
      clock: this.clock.state(),
      recording: { checkpoints, actions: [...actions] },
      forgotten: this.#forgotten,
    };
  }

  /** The changing state as plain data. */
  snapshot(): SandboxSnapshot {
    return this.#snapshot(this.world.history.slice());
  }

  #snapshot(events: SandboxSnapshot['world']['events']): SandboxSnapshot {
    const { epoch, scheduled } = this.world;
    return {
      clock: this.clock.reading(),
      world: { epoch, events, scheduled: [...scheduled] },
      issued: { ...this.#issued },
      activations: this.#activations,
      calls: this.#calls.entries(),
      windows: this.windows.entries(),
      spoiltTokens: this.spoiltTokens.entries(),
    };
  }

  #addCheckpoint(): void {
    this.recording.addCheckpoint({
      after: this.#issued.exchanges,
      snapshot: this.#snapshot([]),
      events: this.world.history.length,
    });
  }

  #repeatExchange({ at, number, issued, events = [], due = 0, scheduled = [], ...entries }: ExchangeChange): void {
    this.clock.held(() => {
      if (this.recording.isDue(number)) this.#addCheckpoint();
    }, at);
    this.#issued = { ...this.#issued, ...issued, exchanges: number };
    this.world.repeat(events, due, scheduled);
    for (const [key, calls] of entries.calls ?? []) this.#calls.set(key, calls);
    for (const [key, window] of entries.windows ?? []) this.windows.set(key, window);
    for (const [tokenId, flaw] of entries.spoiltTokens ?? []) this.spoiltTokens.set(tokenId, flaw);
  }

  #repeatAction({ after, at, action, issued, clock }: ActionChange): void {
    this.clock.held(() => {
      this.#apply(action);
    }, at);
    if (clock !== undefined) this.clock.restore(clock);
    this.#issued = { ...issued };
    this.recording.addAction({ after, at, action, issued });
  }

  #apply(action: SandboxAction): void {
    switch (action.type) {
      case 'scenarios-activated':
        this.#activations = [...this.#activations, ...action.activations];
        break;
      case 'scenarios-deactivated':
        this.#activations = this.#activations.filter(({ id }) => !action.ids.includes(id));
        break;
      case 'clock-set':
        this.clock.set(action.reading);
        break;
      case 'world-changed':
        this.world.settle();
        this.world.applyAll(action.events, action.scheduled);
        break;
      case 'world-settled':
        this.world.settle();
        break;
    }
  }
}
