/** The world of one sandbox: a base, which sandboxes share, and the sandbox's own changes of the base. */

import type { components } from '../../../contract/document-schemas.js';
import type { Clock } from '../time/clock.js';
import { disclosedCredentials, disclosedHoldings, isDisclosed, type Holding, type Party } from './model.js';
import { Now } from '../time/now.js';
import { obstacleTo, partyAt } from './lifecycle.js';
import type { Base } from './base.js';
import { changedAfter, type WorldEvent, WorldEventError } from './events.js';
import { credentialIn, handlesOf, namesOf, shownHandles } from './party-names.js';

type State = components['schemas']['state'];

/** An event for a later time: milliseconds since 1970, by the sandbox's clock. */
export type ScheduledEvent = State['scheduled'][number];

/** The difference between a world and its base. */
export type WorldChanges = Pick<State, 'epoch' | 'events' | 'scheduled'>;

/**
 * The parties of a sandbox at any time. A world stores only what differs from its base: changed parties, the events
 * that changed them, and events that are still to come.
 */
export class World {
  readonly base: Base;
  /** When the sandbox's clock started. Relative moments count from there. */
  readonly epoch: number;
  readonly #clock: Clock;
  /** The parties that differ from the base, by ID. */
  readonly #changed = new Map<string, Party>();
  readonly #history: WorldEvent[] = [];
  /**
   * The scheduled events, the earliest first. A new list replaces the old one, so that readers may keep the old one.
   */
  scheduled: readonly ScheduledEvent[];
  /** Changed parties with a scenario. Each request looks for them, and there are few. */
  #withScenario: readonly Party[] = [];

  /**
   * @param changes the changes to restore; default: none
   * @throws WorldEventError if the events cannot be applied to the base
   */
  constructor(base: Base, clock: Clock, changes?: WorldChanges) {
    this.base = base;
    this.#clock = clock;
    this.epoch = changes?.epoch ?? clock.now();
    this.scheduled = changes?.scheduled ?? [];
    if (changes !== undefined) this.applyAll(changes.events);
  }

  /** The time by the sandbox's clock. */
  time(): Now {
    return new Now(this.#clock.now(), this.epoch);
  }

  /** Number of events so far. */
  get version(): number {
    return this.#history.length;
  }

  /** All events so far, the oldest first. */
  get history(): readonly WorldEvent[] {
    return this.#history;
  }

  /** The parties that differ from the base. */
  get changedParties(): Iterable<Party> {
    return this.#changed.values();
  }

  /** Whether the party differs from the base. */
  isChanged(partyId: string): boolean {
    return this.#changed.has(partyId);
  }

  /** The party with this ID. */
  party(partyId: string): Party | undefined {
    return this.#changed.get(partyId) ?? this.base.party(partyId);
  }

  /** Whether a party has this user ID. */
  hasUserId(userId: number): boolean {
    const { cast, population } = this.base;
    return population.hasUserId(userId) || [...cast, ...this.changedParties].some((party) => party.userId === userId);
  }

  /** The credential with this contract ID, disclosed or not. */
  holding(contractId: string): Holding | undefined {
    const [changed] = this.#changedWhere((party) => credentialIn(party, contractId) !== undefined);
    const holder = changed ?? this.base.partyByContractId(contractId);
    if (holder === undefined) return undefined;

    // A party of the base may have changed since then, so that it no longer holds the credential.
    const party = this.party(holder.partyId)!;
    const credential = credentialIn(party, contractId);

    return credential && { party, credential };
  }

  /** The credential with this contract ID, if the institution may see it. */
  disclosedCredential(contractId: string): Holding | undefined {
    const holding = this.holding(contractId);
    return holding && isDisclosed(holding.party, holding.credential) ? holding : undefined;
  }

  /** The disclosed credentials of the parties with this e-mail or username. @param handle in lower case */
  disclosedByHandle(handle: string): Holding[] {
    return this.partiesByHandle(handle)
      .filter((party) => shownHandles(party, disclosedCredentials(party)).has(handle))
      .flatMap(disclosedHoldings);
  }

  /** The parties with this e-mail or username (in lower case) in account or credentials, disclosed or not. */
  partiesByHandle(handle: string): Party[] {
    return this.#partiesNamed(handle, (party) => handlesOf(party).has(handle));
  }

  /** The party with this alias. @param label in lower case */
  partyByAlias(label: string): Party | undefined {
    // If several parties have the alias, it belongs to the party that got it last.
    return this.#partiesNamed(label, ({ alias }) => alias?.toLowerCase() === label).at(-1);
  }

  /** The parties that have a name; parties of the base come first. @param hasName whether a party has the name */
  #partiesNamed(name: string, hasName: (party: Party) => boolean): Party[] {
    // A party may occur twice, as it is in the base and as it is now. The look-up by ID finds it as it is now.
    const candidates = [...this.base.possibleParties(name), ...this.#changedWhere(hasName)];
    const ids = new Set(candidates.map(({ partyId }) => partyId));
    return [...ids].map((partyId) => this.party(partyId)!).filter(hasName);
  }

  /** The changed parties that meet the condition. */
  #changedWhere(isWanted: (party: Party) => boolean): readonly Party[] {
    return [...this.#changed.values()].filter(isWanted);
  }

  /** Schedules an event. The first request at or after that time of the sandbox's clock applies it. */
  schedule(at: number, event: WorldEvent): void {
    this.scheduled = inOrder([...this.scheduled, { at, event }]);
  }

  /** Whether a scheduled event is due. */
  isDue(): boolean {
    return this.scheduled.length > 0 && this.scheduled[0]!.at <= this.#clock.now();
  }

  /** Applies the scheduled events that are due. Events that have become impossible have no effect. */
  settle(): void {
    while (this.isDue()) {
      const { at, event } = this.scheduled[0]!;
      this.scheduled = this.scheduled.slice(1);
      const party = this.party(event.partyId);
      const time = new Now(at, this.epoch);
      // A decision that was scheduled while its request was pending counts, even if the request has lapsed since then.
      const before = party && (event.type === 'data-requested' ? partyAt(party, time) : party);
      if (before !== undefined && obstacleTo(event, before, time) !== undefined) continue;

      try {
        this.apply(event);
      } catch (error) {
        // A recording may lack the requests that created a party or credential which a scheduled event concerns.
        if (!(error instanceof WorldEventError)) throw error;
      }
    }
  }

  /** The parties with a scenario and one of these names. @param names called only if any party has a scenario */
  partiesWithScenario(names: () => readonly string[]): readonly Party[] {
    if (this.base.withScenario.length + this.#withScenario.length === 0) return [];

    const found = new Set<Party>();
    for (const name of names()) {
      const cast = this.base.castNamed(name);
      const unchanged = cast.filter(({ partyId, scenario }) => scenario !== undefined && !this.isChanged(partyId));
      const candidates = [...unchanged, ...this.#withScenario];
      for (const party of candidates) if (namesOf(party).includes(name)) found.add(party);
    }

    return [...found];
  }

  /**
   * Applies an event.
   * @throws WorldEventError if the event cannot be applied; the world does not change then
   */
  apply(event: WorldEvent): void {
    this.applyAll([event]);
  }

  /**
   * Applies all of these events or none, and schedules others.
   * @throws WorldEventError if an event cannot be applied; the world does not change then
   */
  applyAll(events: readonly WorldEvent[], scheduled: readonly ScheduledEvent[] = []): void {
    /** The parties after the events so far. Null: the party is as in the base again. */
    const changed = new Map<string, Party | null>();
    for (const event of events) {
      const { partyId } = event;
      const before = changed.has(partyId) ? changed.get(partyId) : this.#changed.get(partyId);
      const after = changedAfter(before, event, this.base);
      // A party that is removed and added again comes last, as if each event had been applied alone.
      if (after === null) changed.delete(partyId);
      changed.set(partyId, after);
    }

    for (const [partyId, party] of changed) {
      if (party === null) this.#changed.delete(partyId);
      else this.#changed.set(partyId, party);
    }

    if (changed.size > 0) this.#withScenario = this.#changedWhere(({ scenario }) => scenario !== undefined);
    for (const event of events) this.#history.push(event);
    if (scheduled.length > 0) this.scheduled = inOrder([...this.scheduled, ...scheduled]);
  }

  /** The party as changed by the events before event `number`; null if those events have not changed it. */
  changedPartyBefore(partyId: string, number: number): Party | null {
    const events = this.#history.slice(0, number - 1).filter((event) => event.partyId === partyId);
    return events.reduce<Party | null>((party, event) => changedAfter(party, event, this.base), null);
  }

  /**
   * Applies events that were applied to this world before.
   * @param scheduled the events that are scheduled afterwards; default: those that are scheduled now
   */
  repeat(events: readonly WorldEvent[], scheduled = this.scheduled): void {
    this.applyAll(events);
    this.scheduled = scheduled;
  }
}

/** Sorts events by time. Events of the same time keep the order in which they were scheduled. */
function inOrder(scheduled: readonly ScheduledEvent[]): readonly ScheduledEvent[] {
  return scheduled.toSorted((a, b) => a.at - b.at);
}
