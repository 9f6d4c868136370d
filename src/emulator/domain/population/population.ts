/**
 * The generated parties of a world, in addition to those of its fixture, and which of them has an identifier. A million
 * parties take no more memory than two hundred, and identifiers are decoded, not searched.
 */

import { SUPERSEDED } from './credentials.js';
import { FIRST_USER_ID, GeneratedParties } from './generated-parties.js';
import { REQUESTS_OF_BLOCK } from './profiles.js';
import { OUTCOMES, SHARED_BY } from './shares.js';

/** The maximum size: the numbers of a party's credentials fit into 32 bits, and tags have at most eight digits. */
export const POPULATION_MAXIMUM = 5_000_000;

/** The size if neither an option nor the fixture states one. */
export const DEFAULT_POPULATION = 200;

/** The parties of one seed, numbers 0 to `size` - 1. */
export class Population extends GeneratedParties {
  readonly size: number;

  /** @param firstRequestId the ID of the first data request, above those of the fixture */
  constructor(seed: number, size: number, firstRequestId: number) {
    super(seed, firstRequestId);
    this.size = size;
  }

  /** The number of the party with this ID. Undefined if there is none. */
  indexOfPartyId(partyId: string): number | undefined {
    const index = this.identifiers.indexOfPartyId(partyId);
    return this.#has(index) && this.partyId(index) === partyId ? index : undefined;
  }

  /** The number of the party that holds this credential. Undefined if there is none. */
  indexOfContractId(contractId: string): number | undefined {
    const { index, slot = 0 } = this.identifiers.placeOfContractId(contractId) ?? {};
    if (!this.#has(index) || this.identifiers.contractId(index, slot) !== contractId) return undefined;
    const outcome = this.profiles.of(index).outcomes[slot % SUPERSEDED];
    const exists = slot < SUPERSEDED ? outcome && OUTCOMES[outcome].credential : outcome === 'renewed';
    return exists ? index : undefined;
  }

  /** The number of the party that an e-mail, username or alias may belong to. The caller compares. */
  indexOfHandle(handle: string): number | undefined {
    const index = this.identifiers.indexOfHandle(handle);
    return this.#has(index) ? index : undefined;
  }

  /** Whether a party has this user ID. */
  hasUserId(userId: number): boolean {
    return userId >= FIRST_USER_ID && userId < FIRST_USER_ID + this.size;
  }

  /** The greatest user ID. Parties that join later have greater ones. */
  get lastUserId(): number {
    return FIRST_USER_ID + this.size - 1;
  }

  /** The greatest ID of a data request. Those that are sent later have greater ones. */
  get lastRequestId(): number {
    const blocks = Math.ceil(this.size / SHARED_BY);
    return this.firstRequestId + blocks * REQUESTS_OF_BLOCK - 1;
  }

  #has(index: number | undefined): index is number {
    return index !== undefined && index < this.size;
  }
}
