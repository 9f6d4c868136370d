/** One isolated institution: who it is, what it sees, what time it is, and what has been switched on. */

import { BoundedMap } from '../bounded-map.js';
import { type ClockReading, SandboxClock } from '../time/clock.js';
import type { TokenFlaw } from '../tokens/access-token-error.js';
import type { Base } from '../world/base.js';
import { DisclosedLists } from '../world/disclosed-lists.js';
import { UsersList } from '../world/users/users-list.js';
import { World } from '../world/world.js';
import type { Activation, StandingActivation } from './activation.js';
import { type IssuedNumbers, type RecordedAction, Recording, type SandboxAction } from './recording.js';
import type { RequestWindow, SandboxSnapshot } from './snapshot.js';

/** What a sandbox is, as long as it lives, and how it begins. */
export interface SandboxSettings {
  /** Named by access tokens and link tokens. */
  readonly id: string;
  /** What people call it. */
  readonly name?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly base: Base;
  /** Lifetime of access tokens in seconds. */
  readonly tokenTtl: number;
  /** Lifetime of verification links in seconds. */
  readonly linkTtl: number;
  /** Refuses what the contract does not know instead of passing over it. */
  readonly strict: boolean;
  /** Of the contract that it keeps to. */
  readonly revision: string;
  /** In what its answers depart from the contract, by point of it. */
  readonly variants: Readonly<Record<string, string>>;
  /** What the clock shows at first; the machine's time, running, where it is absent. */
  readonly clock?: ClockReading;
  /** Scenarios that every request of the sandbox meets, at first. */
  readonly activations: readonly Activation[];
  /** How many exchanges its journal keeps. */
  readonly journalSize: number;
}

/** How many scenario activations a sandbox counts calls for; the one begun longest ago is forgotten first. */
const COUNTED_ACTIVATIONS = 1_000;
const REMEMBERED_FLAWS = 1_000;
const REMEMBERED_WINDOWS = 1_000;

const NOTHING_ISSUED: IssuedNumbers = {
  exchanges: 0,
  accessTokens: 0,
  links: 0,
  dataRequests: 0,
  parties: 0,
  credentials: 0,
  activations: 0,
};

/** A request at the moment at which it is dealt with. */
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
  readonly recording: Recording;
  /** When somebody last wanted something of it, in real time: a reading of `performance.now()`. */
  lastUsedAt = performance.now();
  #activations: readonly StandingActivation[];
  #issued: { -readonly [Kind in keyof IssuedNumbers]: number };
  readonly #calls: BoundedMap<string, number>;
  /** Access tokens, by ID, that a scenario has spoilt for good. */
  readonly spoiltTokens: BoundedMap<string, TokenFlaw>;
  /** What throttles have counted, by activation and client. */
  readonly windows: BoundedMap<string, RequestWindow>;

  /**
   * @param snapshot what it has become; absent where it begins
   * @throws WorldEventError, RangeError where the snapshot does not fit
   */
  constructor(settings: SandboxSettings, snapshot?: SandboxSnapshot) {
    this.settings = settings;
    this.clock = new SandboxClock(snapshot?.clock ?? settings.clock);
    this.world = new World(settings.base, this.clock, snapshot?.world);
    this.users = new UsersList(this.world);
    this.disclosed = new DisclosedLists(this.world);
    this.recording = new Recording(settings.journalSize);
    this.#issued = { ...(snapshot?.issued ?? NOTHING_ISSUED) };
    this.#activations = snapshot?.activations ?? settings.activations.map((activation) => this.standing(activation));
    this.#calls = new BoundedMap(COUNTED_ACTIVATIONS, snapshot?.calls);
    this.spoiltTokens = new BoundedMap(REMEMBERED_FLAWS, snapshot?.spoiltTokens);
    this.windows = new BoundedMap(REMEMBERED_WINDOWS, snapshot?.windows);
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

  /** How many things of each kind it has given out. */
  get issued(): IssuedNumbers {
    return this.#issued;
  }

  /** The next number, from 1, of a kind of thing that the sandbox gives out. */
  nextNumber(kind: keyof IssuedNumbers): number {
    return ++this.#issued[kind];
  }

  /**
   * Deals with a request: all of it happens at one moment of the clock, and nothing else happens to the sandbox
   * meanwhile, because `act` does not wait.
   */
  exchange<Result>(act: (start: ExchangeStart) => Result): Result {
    return this.clock.held((at) => {
      if (this.recording.isDue(this.#issued.exchanges + 1)) this.#addCheckpoint();
      return act({ number: this.nextNumber('exchanges'), at });
    });
  }

  /**
   * Does something to the sandbox, and records it.
   * @throws WorldEventError, RangeError where it cannot be done; nothing of it has been then
   */
  perform(action: SandboxAction): void {
    const at = this.clock.now();
    this.#do(action);
    this.recording.addAction({ after: this.#issued.exchanges, at, action, issued: { ...this.#issued } });
  }

  /** Does what was recorded in a sandbox that has lived through the same. */
  repeat({ at, action, issued }: RecordedAction): void {
    this.clock.set({ time: at, frozen: true });
    this.#do(action);
    this.#issued = { ...issued };
  }

  /** Lets what is due happen, before somebody looks. */
  settle(): void {
    if (this.world.isDue()) this.perform({ type: 'world-settled' });
  }

  /** The scenarios that every request meets, in the order in which they apply. */
  get activations(): readonly StandingActivation[] {
    return this.#activations;
  }

  /** The activation as one of this sandbox, with an ID and a count of its own. */
  standing(activation: Activation, end: Pick<StandingActivation, 'count' | 'until'> = {}): StandingActivation {
    const id = String(this.nextNumber('activations'));
    return { ...activation, ...end, id, key: JSON.stringify([activation.key, id]) };
  }

  /** How many calls the activation has been matched against. */
  callsOf({ key }: Activation): number {
    return this.#calls.get(key) ?? 0;
  }

  /** Counts a call that the activation was matched against, and tells how many there have been, this one included. */
  countCall(activation: Activation): number {
    const calls = this.callsOf(activation) + 1;
    this.#calls.set(activation.key, calls);
    return calls;
  }

  /** Everything in it that changes. */
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

  #do(action: SandboxAction): void {
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
        this.clock.held(() => {
          this.world.settle();
          this.world.applyAll(action.events, action.scheduled);
        });
        break;
      case 'world-settled':
        this.clock.held(() => {
          this.world.settle();
        });
        break;
    }
  }
}
