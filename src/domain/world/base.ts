/**
 * The shared, never-changing ground of worlds: a fixture's cast in front, the generated population behind.
 * Sandboxes lay their own changes over it.
 */

import type { Party } from './model.js';
import type { Now } from '../time/now.js';
import { Population } from '../population/population.js';
import { BoundedMap } from '../bounded-map.js';
import type { Fixture } from './fixture.js';
import { handlesOf, PartyIndex } from './party-index.js';
import { generatedRows, type GeneratedRows } from './users/generated-rows.js';
import { dependsOnTime, type UsersQuery } from './users/query.js';

/** How many filtered or sorted views of the population are kept for all sandboxes together. */
const REMEMBERED_VIEWS = 8;

export class Base {
  readonly fixture: Fixture;
  readonly seed: number;
  readonly cast: readonly Party[];
  readonly population: Population;
  /** Parties that carry scenarios, by everything that a request can name them by: IDs, contract IDs, handles. */
  readonly carriers: ReadonlyMap<string, Party>;
  readonly #index = new PartyIndex();
  readonly #views = new BoundedMap<string, GeneratedRows>(REMEMBERED_VIEWS);

  constructor(fixture: Fixture, seed: number, populationSize: number) {
    this.fixture = fixture;
    this.seed = seed;
    this.cast = fixture.parties;
    this.population = new Population(seed, populationSize);
    for (const party of fixture.parties) this.#index.put(party);
    this.carriers = new Map(
      fixture.parties
        .filter(({ scenario }) => scenario !== undefined)
        .flatMap((party) => namesOf(party).map((name) => [name, party])),
    );
  }

  /** The party with this ID. */
  party(partyId: string): Party | undefined {
    const index = this.population.indexOfPartyId(partyId);
    return index === undefined ? this.#index.byPartyId(partyId) : this.population.party(index);
  }

  /** The party that holds this credential, disclosed or not. */
  holder(contractId: string): Party | undefined {
    const index = this.population.indexOfContractId(contractId);
    return index === undefined ? this.#index.byContractId(contractId) : this.population.party(index);
  }

  /** The generated rows of the users list; those that do not depend on the time are kept. */
  generatedRows(query: UsersQuery, time: Now): GeneratedRows {
    if (dependsOnTime(query)) return generatedRows(this.population, query, time.now - time.epoch);
    const key = JSON.stringify(query);
    const known = this.#views.get(key);
    if (known !== undefined) return known;
    // Any time will do.
    const view = generatedRows(this.population, query, 0);
    this.#views.set(key, view);
    return view;
  }

  /** The party that an alias, in lower case, may belong to. */
  candidateByAlias(label: string): Party | undefined {
    const index = this.population.indexOfHandle(label);
    return this.#index.byAlias(label) ?? (index === undefined ? undefined : this.population.party(index));
  }

  /** The parties that an e-mail or username, in lower case, may belong to. */
  candidates(handle: string): readonly Party[] {
    const index = this.population.indexOfHandle(handle);
    const known = this.#index.byHandle(handle);
    return index === undefined ? known : [...known, this.population.party(index)];
  }
}

/** Everything that a request can name a party by; e-mails and usernames in lower case. */
export function namesOf(party: Party): string[] {
  return [party.partyId, ...party.credentials.map(({ contractId }) => contractId), ...handlesOf(party)];
}
