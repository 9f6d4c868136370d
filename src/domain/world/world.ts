/** What is so in one sandbox: the shared base, and this sandbox's own changes over it. */

import { isoTimestamp, type Clock } from '../clock.js';
import type { Now } from '../credential-status.js';
import { disclosedCredentials, isDisclosed, type HeldCredential, type Party } from '../model.js';
import type { Base } from './base.js';
import { partyAfter, type WorldEvent } from './events.js';
import { handlesOf, PartyIndex } from './party-index.js';

/** A credential together with the party that holds it. */
export interface Holding {
  readonly party: Party;
  readonly credential: HeldCredential;
}

export class World {
  readonly base: Base;
  /** When the sandbox's clock started: what relative moments count from. */
  readonly epoch: number;
  readonly #clock: Clock;
  readonly #changed = new PartyIndex();
  readonly #history: WorldEvent[] = [];
  /** What will happen, each at its time, the earliest first. */
  readonly #scheduled: { readonly at: number; readonly event: WorldEvent }[] = [];

  constructor(base: Base, clock: Clock) {
    this.base = base;
    this.#clock = clock;
    this.epoch = clock.now();
  }

  /** The time by the sandbox's clock. */
  time(): Now {
    return { now: this.#clock.now(), epoch: this.epoch };
  }

  /** How often the world has changed. */
  get version(): number {
    return this.#history.length;
  }

  /** Everything that has changed the world, oldest first. */
  get history(): readonly WorldEvent[] {
    return this.#history;
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

  /** The credential with this contract ID, disclosed or not. */
  holding(contractId: string): Holding | undefined {
    const holder = this.#changed.byContractId(contractId) ?? this.base.holder(contractId);
    const party = holder && this.party(holder.partyId);
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
    const candidates = new Set<string>();
    for (const party of this.base.candidates(handle)) candidates.add(party.partyId);
    for (const party of this.#changed.byHandle(handle)) candidates.add(party.partyId);
    return [...candidates].flatMap((partyId) => {
      const party = this.party(partyId);
      return party && handlesOf(party).has(handle) ? disclosedHoldings(party) : [];
    });
  }

  /** Lets an event happen at a time of the sandbox's clock: with the first request that comes then, or later. */
  schedule(at: number, event: WorldEvent): void {
    const place = this.#scheduled.findIndex((planned) => planned.at > at);
    this.#scheduled.splice(place === -1 ? this.#scheduled.length : place, 0, { at, event });
  }

  /** Applies what was scheduled until now. */
  settle(): void {
    while (this.#scheduled.length > 0 && this.#scheduled[0]!.at <= this.#clock.now()) this.apply(this.#scheduled.shift()!.event);
  }

  /**
   * Changes the world.
   * @throws Error where the event names a party that does not exist.
   */
  apply(event: WorldEvent): void {
    const party = this.party(event.partyId);
    if (party === undefined) throw new Error(`event "${event.type}" at ${isoTimestamp(this.#clock.now())} names no party: ${event.partyId}`);
    this.#changed.put(partyAfter(party, event));
    this.#history.push(event);
  }
}

/** What a party has disclosed, each with the party. */
export function disclosedHoldings(party: Party): Holding[] {
  return disclosedCredentials(party).map((credential) => ({ party, credential }));
}
