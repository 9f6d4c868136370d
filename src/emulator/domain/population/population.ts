/**
 * The generated parties of a world, in addition to the parties of its fixture. Party number i is a function of the seed
 * and i. So the party is equal in a population of any size, and a million parties take no more memory than two hundred.
 * `shares.json` defines the proportions. A look-up decodes an identifier, and needs no search.
 */

import { DAY } from '../time/now.js';
import { draw, hash32, shuffledIndexes } from '../time/random.js';
import { type DataRequest, type Party, type Provider, PROVIDERS } from '../world/model.js';
import { happens, MAIL_DOMAINS, type Writable } from './accounts.js';
import { LAPSES_AFTER } from '../world/credential-status.js';
import { credentialsOf, firstCredentialAge, SUPERSEDED } from './credentials.js';
import draws from './draws.json' with { type: 'json' };
import { Identifiers } from './identifiers.js';
import { pickName } from './people.js';
import { type ProfileOf, profilesOf, REQUESTS_OF_BLOCK } from './profiles.js';
import { requestOrder } from './request-order.js';
import { MISSING, OUTCOMES, REGISTRATION_AGES, BLOCK_SIZE, spread } from './shares.js';

/** The user ID of party number 0. */
const FIRST_USER_ID = 1_001;
/**
 * How many recently generated parties are kept, each in a slot by its number. A population of the usual size fits as a
 * whole, because filters and searches read all parties again and again. In a larger population, parties are seldom read
 * twice, and the garbage collector needs more time to move many kept parties than it takes to generate a few again.
 */
const [USUAL_SLOTS, FEW_SLOTS] = [256, 16];
/** The longest time in which a party obtains the credential for a request that it approves, in milliseconds. */
const LONGEST_WAIT = 30 * DAY;
/** Stands for a missing registration date: greater than the age of any registration, in seconds. */
const NO_DATE = 2 ** 27;

/**
 * Numbers of the draws of a party: each fact follows from a hash and its own number. The numbers from 16 on are those
 * of the party's requests.
 */
const DRAWS = draws.party;

/**
 * The maximum size. In a larger population, numbers of credentials would not fit into 32 bits, nor tags into 8 digits.
 */
export const POPULATION_MAXIMUM = 5_000_000;

/** The size if neither an option nor the fixture states one. */
export const DEFAULT_POPULATION = 200;

/** The parties of one seed, numbers 0 to `size` - 1. */
export class Population {
  readonly size: number;
  readonly profileOf: ProfileOf;
  readonly #identifiers: Identifiers;
  readonly #firstRequestId: number;
  /** How many data requests come before those of a party, in the order of all requests. */
  readonly #requestsBefore: (index: number) => number;
  /** The hash of the seed, from which the hash of each party is drawn. */
  readonly #seedHash: number;
  /** The parties that were asked for last: one for each slot. `party` computes the slot from the index. */
  readonly #recent: (Party | undefined)[] = [];

  /** @param firstRequestId the ID of the first data request, above those of the fixture */
  constructor(seed: number, size: number, firstRequestId: number) {
    this.size = size;
    this.#seedHash = hash32(seed);
    this.profileOf = profilesOf(seed);
    this.#identifiers = new Identifiers(seed);
    this.#firstRequestId = firstRequestId;
    this.#requestsBefore = requestOrder(this.profileOf, (index) => this.registrationAge(index));
  }

  /** Party number `index`. */
  party(index: number): Party {
    const slot = index % (this.size > USUAL_SLOTS ? FEW_SLOTS : USUAL_SLOTS);
    const recent = this.#recent[slot];
    if (recent?.userId === FIRST_USER_ID + index) return recent;

    return (this.#recent[slot] = this.#generate(index));
  }

  /** The ID of party number `index`. */
  partyId(index: number): string {
    return this.#identifiers.partyId(index);
  }

  /** Seconds between the registration and the start of the clock; {@link NO_DATE} if the date is missing. */
  registrationAge(index: number): number {
    const hash = this.#hash(index);
    if (happens(MISSING.regDate, hash, DRAWS.regDate)) return NO_DATE;

    const { registered } = this.profileOf(index);
    const drawn = spread(REGISTRATION_AGES[registered], hash, DRAWS.registered);
    const age = registered === 'pending' ? drawn : Math.min(drawn, this.#longestAge(index));
    // All requests of a party have the date of its registration, and a lapsed one must be as old as that takes.
    const least = registered === 'lapsed' ? LAPSES_AFTER : 0;

    return Math.floor(Math.max(age, least) / 1_000);
  }

  /**
   * The longest time since a party has registered, in milliseconds. A party obtains its credential within 30 days after
   * that, so its registration is at most that much older than its first credential.
   */
  #longestAge(index: number): number {
    const wait = draw(this.#hash(index), DRAWS.wait) % LONGEST_WAIT;
    let longest = Infinity;
    for (const [nth, outcome] of this.profileOf(index).outcomes.entries()) {
      if (OUTCOMES[outcome].request !== 'APPROVED') continue;

      const age = firstCredentialAge(outcome, this.#requestHash(index, nth)) ?? Infinity;
      longest = Math.min(longest, age + wait);
    }

    return longest;
  }

  /** The hash from which the facts of a party are drawn. */
  #hash(index: number): number {
    return draw(this.#seedHash, index);
  }

  /** The hash from which the facts of a data request are drawn, and those of its credential. */
  #requestHash(index: number, nth: number): number {
    return draw(this.#hash(index), DRAWS.request + nth);
  }

  /** Generates the party anew. It always has the same facts. */
  #generate(index: number): Party {
    const hash = this.#hash(index);
    const { outcomes, userStatus, holdsCredentials } = this.profileOf(index);
    const providers = this.#providers(index);

    // The tag is unique, so that each text with it belongs to this party alone.
    const { first, last } = pickName(draw(hash, DRAWS.name));
    const tag = String(this.#identifiers.tag(index));
    const username = `${first.slug}${tag}`;
    const domain = MAIL_DOMAINS[draw(hash, DRAWS.domain) % MAIL_DOMAINS.length]!;
    const email = `${first.slug}.${last.slug}${tag}@${domain}`;
    const owner = {
      firstName: first.name,
      lastName: last.name,
      email,
      username,
      otherUsername: `${first.slug}_${last.slug}${tag}`,
    };

    const party: Writable<Party> = {
      partyId: this.partyId(index),
      userId: FIRST_USER_ID + index,
      username,
      alias: `${last.slug}-${tag}`,
      credentials: credentialsOf(outcomes, providers, owner, {
        hashOf: (nth) => this.#requestHash(index, nth),
        contractId: (slot) => this.#identifiers.contractId(index, slot),
      }),
      requests: this.#requests(index, providers),
    };

    // Every party with a credential has an e-mail.
    if (holdsCredentials || !happens(MISSING.email, hash, DRAWS.email)) party.email = email;
    if (!happens(MISSING.fullName, hash, DRAWS.fullName)) {
      party.firstName = first.name;
      party.lastName = last.name;
    }
    // Only the status of active users may be missing, so that the shares of the other statuses are exact.
    if (userStatus !== 'ACTIVE' || !happens(MISSING.status, hash, DRAWS.status)) party.status = userStatus;

    return party;
  }

  /** The order in which the data requests of a party take the providers. */
  #providers(index: number): readonly Provider[] {
    const order = shuffledIndexes(PROVIDERS.length, draw(this.#hash(index), DRAWS.providers));
    return order.map((nth) => PROVIDERS[nth]!);
  }

  /** The data requests of a party, in the order in which they were made. */
  #requests(index: number, providers: readonly Provider[]): DataRequest[] {
    const age = this.registrationAge(index);
    const firstId = this.#firstRequestId + this.#requestsBefore(index);
    const proposalId = this.#identifiers.proposalId(index);

    return this.profileOf(index).outcomes.map((outcome, nth) => {
      const { request: status, isKyc } = OUTCOMES[outcome];
      const request: Writable<DataRequest> = {
        id: firstId + nth,
        proposalId,
        provider: isKyc ? 'SUMSUB' : providers[nth]!,
        status,
      };
      if (age !== NO_DATE) request.requestedAt = { sinceStart: -age * 1_000 };

      return request;
    });
  }

  /** The number of the party with this ID. Undefined if there is no such party. */
  indexOfPartyId(partyId: string): number | undefined {
    const index = this.#identifiers.indexOfPartyId(partyId);
    return this.#has(index) && this.partyId(index) === partyId ? index : undefined;
  }

  /** The number of the party that holds this credential. Undefined if there is no such credential. */
  indexOfContractId(contractId: string): number | undefined {
    const { index, slot = 0 } = this.#identifiers.placeOfContractId(contractId) ?? {};
    if (!this.#has(index) || this.#identifiers.contractId(index, slot) !== contractId) return undefined;

    // A superseded credential has the slot of its successor plus SUPERSEDED. Both follow from one outcome.
    const outcome = this.profileOf(index).outcomes[slot % SUPERSEDED];
    if (outcome === undefined) return undefined;

    const exists = slot < SUPERSEDED ? OUTCOMES[outcome].credential !== undefined : outcome === 'renewed';
    return exists ? index : undefined;
  }

  /** The number of the party that an e-mail, username or alias may belong to. The caller compares the whole text. */
  indexOfHandle(handle: string): number | undefined {
    const index = this.#identifiers.indexOfHandle(handle);
    return this.#has(index) ? index : undefined;
  }

  /** Whether a party has this user ID. */
  hasUserId(userId: number): boolean {
    return userId >= FIRST_USER_ID && userId < FIRST_USER_ID + this.size;
  }

  /** The greatest user ID. Parties that join later get greater IDs. */
  get lastUserId(): number {
    return FIRST_USER_ID + this.size - 1;
  }

  /** The greatest ID of a data request. Requests that are sent later get greater IDs. */
  get lastRequestId(): number {
    const blocks = Math.ceil(this.size / BLOCK_SIZE);
    return this.#firstRequestId + blocks * REQUESTS_OF_BLOCK - 1;
  }

  /** Whether there is a party with this number. */
  #has(index: number | undefined): index is number {
    return index !== undefined && index < this.size;
  }
}
