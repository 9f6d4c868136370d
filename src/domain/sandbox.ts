/** One isolated institution: who it is, what it sees, what time it is, and what has been switched on. */

import type { Activation } from './activation.js';
import type { Clock } from './clock.js';
import { RecentValues } from './recent-values.js';
import type { Base } from './world/base.js';
import { DisclosedLists } from './world/disclosed-lists.js';
import type { TokenFlaw } from './token-flaw.js';
import { UsersList } from './world/users/users-list.js';
import { World } from './world/world.js';

/** What a sandbox is made from. */
export interface SandboxOptions {
  /** Named by access tokens and link tokens. */
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly base: Base;
  readonly clock: Clock;
  readonly seed: number;
  /** Lifetime of access tokens in seconds. */
  readonly tokenTtl: number;
  /** Lifetime of verification links in seconds. */
  readonly linkTtl: number;
  /** Scenarios that every request of the sandbox meets. */
  readonly activations: readonly Activation[];
}

/** How many scenario activations a sandbox counts calls for; the one begun longest ago is forgotten first. */
const COUNTED_ACTIVATIONS = 1_000;
const REMEMBERED_FLAWS = 1_000;
const REMEMBERED_WINDOWS = 1_000;

/** Requests of one client in one window of a throttle. */
export interface RequestWindow {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly requests: number;
}

export class Sandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clock: Clock;
  readonly seed: number;
  readonly tokenTtl: number;
  readonly linkTtl: number;
  readonly world: World;
  readonly users: UsersList;
  readonly disclosed: DisclosedLists;
  #activations: readonly Activation[];
  readonly #issued = { accessTokens: 0, links: 0, dataRequests: 0 };
  readonly #calls = new RecentValues<string, number>(COUNTED_ACTIVATIONS);
  /** Access tokens, by ID, that a scenario has spoilt for good. */
  readonly spoiltTokens = new RecentValues<string, TokenFlaw>(REMEMBERED_FLAWS);
  /** What throttles have counted, by activation and client. */
  readonly windows = new RecentValues<string, RequestWindow>(REMEMBERED_WINDOWS);

  constructor(options: SandboxOptions) {
    this.id = options.id;
    this.clientId = options.clientId;
    this.clientSecret = options.clientSecret;
    this.clock = options.clock;
    this.seed = options.seed;
    this.tokenTtl = options.tokenTtl;
    this.linkTtl = options.linkTtl;
    this.#activations = options.activations;
    this.world = new World(options.base, options.clock);
    this.users = new UsersList(this.world);
    this.disclosed = new DisclosedLists(this.world);
  }

  /** The next number, from 1, of a kind of thing that the sandbox gives out. */
  nextNumber(kind: 'accessTokens' | 'links' | 'dataRequests'): number {
    return ++this.#issued[kind];
  }

  /** The scenarios that every request meets, in the order in which they apply. */
  get activations(): readonly Activation[] {
    return this.#activations;
  }

  /** Puts others in their place; calls of these are counted from the beginning. */
  activate(activations: readonly Activation[]): void {
    this.#activations = activations;
    for (const { key } of activations) this.#calls.delete(key);
  }

  /** Counts a call that the activation was matched against, and tells how many there have been, this one included. */
  countCall(activation: Activation): number {
    const calls = (this.#calls.get(activation.key) ?? 0) + 1;
    this.#calls.set(activation.key, calls);
    return calls;
  }
}
