/** What is so in one sandbox: the shared base, and this sandbox's own changes over it. */

import type { Clock } from '../time/clock.js';
import { disclosedCredentials, isDisclosed, type HeldCredential, type Party } from './model.js';
import { Now } from '../time/now.js';
import { namesOf, type Base } from './base.js';
import { partyAfter, type WorldEvent } from './events.js';
import { handlesOf, PartyIndex } from './party-index.js';

/** A credential together with the party that holds it. */
export interface Holding {
  readonly party: Party;
  readonly credential: HeldCredential;
}

/** What will happen. */
export interface ScheduledEvent {
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
  readonly event: WorldEvent;
}

/** What tells a world from its base. */
export interface WorldChanges {
  /** When the sandbox's clock started, in milliseconds since 1970. */
  readonly epoch: number;
  /** Oldest first. */
  readonly events: readonly WorldEvent[];
  /** The earliest first. */
  readonly scheduled: readonly ScheduledEvent[];
}

/** What is so at one time; a value without members, of which nothing but its identity counts. */
export type WorldState = object;

const NO_PARTIES: readonly Party[] = [];

export class World {
  readonly base: Base;
  /** When the sandbox's clock started: what relative moments count from. */
  readonly epoch: number;
  readonly #clock: Clock;
  readonly #changed = new PartyIndex();
  readonly #history: WorldEvent[] = [];
  /** What will happen, each at its time, the earliest first. */
  readonly #scheduled: ScheduledEvent[];
  /** Changed parties that carry scenarios, by ID. */
  readonly #carriers = new Map<string, Party>();
  #state: WorldState = {};

  /**
   * @param changes what has happened in it already; a world as its base has it where they are absent
   * @throws WorldEventError
   */
  constructor(base: Base, clock: Clock, changes?: WorldChanges) {
    this.base = base;
    this.#clock = clock;
    this.epoch = changes?.epoch ?? clock.now();
    this.#scheduled = [...(changes?.scheduled ?? [])];
    if (changes !== undefined) this.applyAll(changes.events);
  }

  /** The time by the sandbox's clock. */
  time(): Now {
    return new Now(this.#clock.now(), this.epoch);
  }

  /** How often the world has changed. */
  get version(): number {
    return this.#history.length;
  }

  /** Another one whenever the world has changed; whoever keeps it does not keep the world. */
  get state(): WorldState {
    return this.#state;
  }

  /** Everything that has changed the world, oldest first. */
  get history(): readonly WorldEvent[] {
    return this.#history;
  }

  /** What will happen, the earliest first. */
  get scheduled(): readonly ScheduledEvent[] {
    return this.#scheduled;
  }

  /** The parties that are not as they stand in the base. */
  get changedParties(): Iterable<Party> {
    return this.#changed.all();
  }

  /** Whether the party is not as it stands in the base. */
  isChanged(partyId: string): boolean {
    return this.#changed.has(partyId);
  }

  /** The party with this ID. */
  party(partyId: string): Party | undefined {
    return this.#changed.byPartyId(partyId) ?? this.base.party(partyId);
  }

  /** Whether a party has this user ID. */
  hasUserId(userId: number): boolean {
    const { cast, population } = this.base;
    return population.hasUserId(userId) || [...cast, ...this.changedParties].some((party) => party.userId === userId);
  }

  /** The credential with this contract ID, disclosed or not. */
  holding(contractId: string): Holding | undefined {
    const holder = this.#changed.byContractId(contractId) ?? this.base.holder(contractId);
    const party = holder && (this.#changed.byPartyId(holder.partyId) ?? holder);
    const credential = party?.credentials.find((held) => held.contractId === contractId);
    return party && credential && { party, credential };
  }

  /** The credential with this contract ID, if the institution may see it. */
  disclosedCredential(contractId: string): Holding | undefined {
    const holding = this.holding(contractId);
    return holding && isDisclosed(holding.party, holding.credential) ? holding : undefined;
  }

  /** What the parties with this e-mail or username have disclosed; `handle` is in lower case. */
  disclosedByHandle(handle: string): Holding[] {
    return this.partiesByHandle(handle).flatMap(disclosedHoldings);
  }

  /** The parties with this e-mail or username, of the account or in a credential; `handle` is in lower case. */
  partiesByHandle(handle: string): Party[] {
    const candidates = new Set<string>();
    for (const party of this.base.candidates(handle)) candidates.add(party.partyId);
    for (const party of this.#changed.byHandle(handle)) candidates.add(party.partyId);
    return [...candidates].flatMap((partyId) => {
      const party = this.party(partyId);
      return party && handlesOf(party).has(handle) ? [party] : [];
    });
  }

  /** The parties whose account has this e-mail, which is in lower case. */
  partiesByEmail(email: string): Party[] {
    return this.partiesByHandle(email).filter((party) => party.email.toLowerCase() === email);
  }

  /** The party with this alias, whose label is in lower case. */
  partyByAlias(label: string): Party | undefined {
    const candidates = [this.#changed.byAlias(label), this.base.candidateByAlias(label)].flatMap((party) =>
      party === undefined ? [] : (this.party(party.partyId) ?? []),
    );
    return candidates.find((party) => party.alias?.toLowerCase() === label);
  }

  /** Lets an event happen at a time of the sandbox's clock: with the first request that comes then, or later. */
  schedule(at: number, event: WorldEvent): void {
    const place = this.#scheduled.findIndex((planned) => planned.at > at);
    this.#scheduled.splice(place === -1 ? this.#scheduled.length : place, 0, { at, event });
  }

  /** Whether anything that was scheduled should have happened by now. */
  isDue(): boolean {
    return this.#scheduled.length > 0 && this.#scheduled[0]!.at <= this.#clock.now();
  }

  /** Applies what was scheduled until now. */
  settle(): void {
    while (this.isDue()) this.apply(this.#scheduled.shift()!.event);
  }

  /** The parties that carry scenarios among those that go by these names; the names are asked for only where any does. */
  carriers(names: () => readonly string[]): readonly Party[] {
    if (this.base.carriers.size === 0 && this.#carriers.size === 0) return NO_PARTIES;
    return [...new Set(names().flatMap((name) => this.#carrier(name) ?? []))];
  }

  /**
   * Changes the world.
   * @throws WorldEventError; nothing has changed then
   */
  apply(event: WorldEvent): void {
    this.applyAll([event]);
  }

  /**
   * Changes the world by all of these or by none, and lets others happen later.
   * @throws WorldEventError
   */
  applyAll(events: readonly WorldEvent[], scheduled: readonly ScheduledEvent[] = []): void {
    this.#state = {};
    const changed = new Map<string, Party>();
    for (const event of events) {
      changed.set(event.partyId, partyAfter(changed.get(event.partyId) ?? this.party(event.partyId), event));
    }
    for (const party of changed.values()) {
      this.#changed.put(party);
      if (party.scenario === undefined) this.#carriers.delete(party.partyId);
      else this.#carriers.set(party.partyId, party);
    }
    for (const event of events) this.#history.push(event);
    for (const { at, event } of scheduled) this.schedule(at, event);
  }

  #carrier(name: string): Party | undefined {
    const known = this.base.carriers.get(name);
    if (known === undefined && this.#carriers.size === 0) return undefined;
    const carrier =
      known === undefined
        ? [...this.#carriers.values()].find((party) => namesOf(party).includes(name))
        : this.party(known.partyId);
    return carrier?.scenario === undefined ? undefined : carrier;
  }
}

/** What a party has disclosed, each with the party. */
export function disclosedHoldings(party: Party): Holding[] {
  return disclosedCredentials(party).map((credential) => ({ party, credential }));
}
