/**
 * The immutable part of a world: the parties of a fixture (the cast) and the generated population. Sandboxes share a
 * base and add their own changes to it.
 */

import type { Party } from './model.js';
import { Population } from '../population/population.js';
import type { Fixture } from './fixture.js';
import { handlesOf, PartyIndex } from './party-index.js';

export class Base {
  readonly fixture: Fixture;
  readonly seed: number;
  readonly cast: readonly Party[];
  readonly population: Population;
  #indexOfCast: PartyIndex | undefined;
  #withScenario: ReadonlyMap<string, readonly Party[]> | undefined;

  constructor(fixture: Fixture, seed: number, populationSize: number) {
    this.fixture = fixture;
    this.seed = seed;
    this.cast = fixture.parties;
    const rows = fixture.parties.reduce((sum, { requests }) => sum + requests.length, 0);
    // IDs of generated data requests begin after a round number, `1001`, so that a longer fixture leaves them.
    this.population = new Population(seed, populationSize, (Math.floor(rows / 1_000) + 1) * 1_000 + 1);
  }

  /** Built on first use: many sandboxes are opened with a seed of their own, and never used. */
  get #index(): PartyIndex {
    return (this.#indexOfCast ??= new PartyIndex(this.cast));
  }

  /** Parties with a scenario, by every name of theirs. */
  get partiesWithScenario(): ReadonlyMap<string, readonly Party[]> {
    if (this.#withScenario !== undefined) return this.#withScenario;
    const found = new Map<string, Party[]>();
    for (const party of this.cast.filter(({ scenario }) => scenario !== undefined))
      for (const name of namesOf(party)) found.set(name, [...(found.get(name) ?? []), party]);
    return (this.#withScenario = found);
  }

  /** The party with this ID. */
  party(partyId: string): Party | undefined {
    const index = this.population.indexOfPartyId(partyId);
    return index === undefined ? this.#index.byPartyId(partyId) : this.population.party(index);
  }

  /** The party that holds this credential, disclosed or not. */
  partyByContractId(contractId: string): Party | undefined {
    const index = this.population.indexOfContractId(contractId);
    return index === undefined ? this.#index.byContractId(contractId) : this.population.party(index);
  }

  /** The party that may have this alias (lower case). The caller compares. */
  possiblePartyByAlias(label: string): Party | undefined {
    const index = this.population.indexOfHandle(label);
    return this.#index.byAlias(label) ?? (index === undefined ? undefined : this.population.party(index));
  }

  /** The parties that may have this e-mail or username (lower case). The caller compares. */
  possibleParties(handle: string): readonly Party[] {
    const index = this.population.indexOfHandle(handle);
    const known = this.#index.byHandle(handle);
    return index === undefined ? known : [...known, this.population.party(index)];
  }
}

/** Every name of a party in requests: IDs and contract IDs, and in lower case e-mails and usernames. */
export function namesOf(party: Party): string[] {
  return [party.partyId, ...party.credentials.map(({ contractId }) => contractId), ...handlesOf(party)];
}
