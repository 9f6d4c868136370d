/**
 * The immutable part of a world: the parties of a fixture (the cast) and the generated parties (the population).
 * Sandboxes share a base, and each sandbox has its own changes of it.
 */

import { Population } from '../population/population.js';
import type { Fixture, Party } from './model.js';
import { credentialIn, namesOf } from './party-names.js';

export class Base {
  readonly fixture: Fixture;
  readonly seed: number;
  readonly cast: readonly Party[];
  /** The parties of the cast with a scenario. */
  readonly withScenario: readonly Party[];
  readonly population: Population;
  /**
   * The parties of the cast. The key is any of their names, which {@link namesOf} lists, such as an ID. The map is
   * built on first use, because many sandboxes are never used.
   */
  #byName: ReadonlyMap<string, readonly Party[]> | undefined;

  constructor(fixture: Fixture, seed: number, populationSize: number) {
    this.fixture = fixture;
    this.seed = seed;
    this.cast = fixture.parties;
    this.withScenario = fixture.parties.filter(({ scenario }) => scenario !== undefined);
    const rows = fixture.parties.reduce((sum, { requests }) => sum + requests.length, 0);
    // IDs of generated data requests begin after a round number (`1001`), so that they stay the same if a fixture gets
    // a few more rows.
    const firstRequestId = (Math.floor(rows / 1_000) + 1) * 1_000 + 1;
    this.population = new Population(seed, populationSize, firstRequestId);
  }

  /** The parties of the cast that have this name. */
  castNamed(name: string): readonly Party[] {
    this.#byName ??= byName(this.cast);
    return this.#byName.get(name) ?? [];
  }

  /** The party with this ID. */
  party(partyId: string): Party | undefined {
    const index = this.population.indexOfPartyId(partyId);
    if (index !== undefined) return this.population.party(index);
    return this.castNamed(partyId).find((party) => party.partyId === partyId);
  }

  /** The party that holds this credential, disclosed or not. */
  partyByContractId(contractId: string): Party | undefined {
    const index = this.population.indexOfContractId(contractId);
    if (index !== undefined) return this.population.party(index);
    return this.castNamed(contractId).find((party) => credentialIn(party, contractId) !== undefined);
  }

  /** The parties that may have this name: e-mail, username or alias, in lower case. The caller compares the names. */
  possibleParties(name: string): readonly Party[] {
    const index = this.population.indexOfHandle(name);
    const cast = this.castNamed(name);
    return index === undefined ? cast : [...cast, this.population.party(index)];
  }
}

/** All parties with a name, by the name. Several parties may share a name. */
function byName(parties: readonly Party[]): ReadonlyMap<string, readonly Party[]> {
  const partiesByName = new Map<string, Party[]>();
  for (const party of parties) {
    const names = namesOf(party);
    if (party.alias !== undefined) names.push(party.alias.toLowerCase());
    for (const name of new Set(names)) partiesByName.set(name, [...(partiesByName.get(name) ?? []), party]);
  }

  return partiesByName;
}
