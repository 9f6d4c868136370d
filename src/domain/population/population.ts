/**
 * The generated parties of a world, in addition to those of its fixture. Party i is a function of the seed and i and is
 * not stored: a million parties take no more memory than two hundred, and identifiers are decoded, not searched.
 *
 * Party 0 registered last, so the order by number is the order by registration, newest first.
 */

import { DAY } from '../time/now.js';
import { fraction, hash32, shuffledIndexes } from '../time/random.js';
import { type DataRequest, type HeldCredential, type Party, type Provider, PROVIDERS } from '../world/model.js';
import { Identifiers, NEWEST_GENERATED_REQUEST_ID } from './identifiers.js';
import { type Name, People, slug, socialStanding } from './people.js';
import { type Profile, profileOf, Profiles, type Countable, type GeneratedStatus } from './profiles.js';

/** The maximum size: in a larger population, registration times would coincide. */
export const POPULATION_MAXIMUM = 5_000_000;

/** The size if neither an option nor the fixture states one. */
export const DEFAULT_POPULATION = 200;

const FIRST_GENERATED_USER_ID = 1_001;
/** The first user ID of parties that are added later; above all generated ones. */
export const FIRST_JOINED_USER_ID = FIRST_GENERATED_USER_ID + POPULATION_MAXIMUM;

/** Registrations date back at most two years: the first 500 parties registered in the last one. */
const REGISTRATION_SPAN = 730 * DAY;
const REGISTRATION_HALF = 500;
const VALIDITY = 1_095 * DAY;
const OLDEST_BEFORE_REGISTRATION = 120 * DAY;
const MAX_CACHED_PARTIES = 2_048;
const MAIL_DOMAINS = ['example.com', 'example.org', 'example.net'];

/** The parties of one seed, numbers 0 to `size` - 1. */
export class Population {
  readonly size: number;
  readonly #seed: number;
  readonly #profiles: Profiles;
  readonly #identifiers: Identifiers;
  #people: People | undefined;
  /** One byte for each party. Those of the first {@link #scanned} parties are computed. */
  #profileNumbers: Uint8Array | undefined;
  #scanned = 0;
  /** Recently generated parties, which lists and look-ups often use again. */
  readonly #cache = new Map<number, Party>();

  constructor(seed: number, size: number) {
    this.size = size;
    this.#seed = seed;
    this.#profiles = new Profiles(seed);
    this.#identifiers = new Identifiers(seed);
  }

  /** The pools of names. They are drawn on first use, which keeps the start fast. */
  get people(): People {
    this.#people ??= new People(this.#seed);
    return this.#people;
  }

  /** Party number `index`. */
  party(index: number): Party {
    let party = this.#cache.get(index);
    if (party === undefined) {
      party = this.#generate(index);
      if (this.#cache.size >= MAX_CACHED_PARTIES) this.#cache.clear();
      this.#cache.set(index, party);
    }
    return party;
  }

  /**
   * The properties that lists filter by, without generating the party. Computes them for all parties up to this one.
   */
  statusOf(index: number): GeneratedStatus {
    this.#profileNumbers ??= new Uint8Array(this.size);
    for (; this.#scanned <= index; this.#scanned++)
      this.#profileNumbers[this.#scanned] = this.#profiles.numberOf(this.#scanned);
    return { profile: profileOf(this.#profileNumbers[index]!), expiresSinceStart: VALIDITY - registrationAge(index) };
  }

  name(index: number): Name {
    return this.people.name(index);
  }

  email(index: number): string {
    const { firstName, lastName } = this.name(index);
    const domain = MAIL_DOMAINS[hash32(this.#seed, index, 7) % MAIL_DOMAINS.length]!;
    return `${slug(firstName)}.${slug(lastName)}.${this.#identifiers.tag(index)}@${domain}`;
  }

  username(index: number): string {
    return `${slug(this.name(index).firstName)}-${this.#identifiers.tag(index)}`;
  }

  /** Ends with the party's tag, as do its e-mail and username. */
  alias(index: number): string {
    return `${slug(this.name(index).lastName)}-${this.#identifiers.tag(index)}`;
  }

  partyId(index: number): string {
    return this.#identifiers.partyId(index);
  }

  /** The tag in the party's e-mail as a number with the same order. */
  tagNumber(index: number): number {
    return this.#identifiers.tagNumber(index);
  }

  /** The inverse of {@link tagNumber}. */
  indexOfTagNumber(tag: number): number {
    return this.#identifiers.indexOfTagNumber(tag);
  }

  /** The number of the party with this ID. Undefined if there is none. */
  indexOfPartyId(partyId: string): number | undefined {
    const index = this.#identifiers.indexOfPartyId(partyId);
    if (!this.#has(index)) return undefined;
    // Hashing the rest of the ID takes longer than a look-up in the cache.
    const own = this.#cache.get(index)?.partyId ?? this.partyId(index);
    return own === partyId ? index : undefined;
  }

  /** The number of the party that holds this credential. Undefined if there is none. */
  indexOfContractId(contractId: string): number | undefined {
    const index = this.#identifiers.indexOfContractId(contractId);
    if (!this.#has(index)) return undefined;
    return this.party(index).credentials.some((held) => held.contractId === contractId) ? index : undefined;
  }

  /** The number of the party that an e-mail or username may belong to. The caller compares. */
  indexOfHandle(handle: string): number | undefined {
    const index = this.#identifiers.indexOfHandle(handle);
    return this.#has(index) ? index : undefined;
  }

  /** Whether a party has this user ID. */
  hasUserId(userId: number): boolean {
    return userId >= FIRST_GENERATED_USER_ID && userId < FIRST_GENERATED_USER_ID + this.size;
  }

  /** The count for all parties. */
  total(what: Countable): number {
    return this.before(this.size, what);
  }

  /** The count for all parties before `index`. */
  before(index: number, what: Countable): number {
    return this.#profiles.before(index, what);
  }

  /** The party that has the item at `position`, and the item's position among those of the party; all from 0. */
  locate(position: number, what: Countable): { readonly index: number; readonly nth: number } {
    return this.#profiles.locate(position, what);
  }

  #has(index: number | undefined): index is number {
    return index !== undefined && index < this.size;
  }

  #generate(index: number): Party {
    const profile = this.#profiles.of(index);
    const { firstName, lastName } = this.name(index);
    const providers = this.#providers(index, profile.providers);
    const email = this.email(index);
    return {
      partyId: this.partyId(index),
      userId: FIRST_GENERATED_USER_ID + index,
      email,
      username: this.username(index),
      alias: this.alias(index),
      firstName,
      lastName,
      status: profile.userStatus,
      credentials: providers.map((provider) => this.#credential(index, provider, { firstName, lastName, email })),
      requests: providers.map((provider, nth) => this.#request(index, provider, nth, profile)),
    };
  }

  #providers(index: number, count: number): Provider[] {
    const drawn = shuffledIndexes(PROVIDERS.length, this.#seed, index, 8).slice(0, count);
    return drawn.toSorted((a, b) => a - b).map((provider) => PROVIDERS[provider]!);
  }

  #credential(
    index: number,
    provider: Provider,
    account: Pick<Party, 'firstName' | 'lastName' | 'email'>,
  ): HeldCredential {
    const number = PROVIDERS.indexOf(provider);
    const earlier = Math.floor(fraction(this.#seed, index, 9, number) ** 2 * OLDEST_BEFORE_REGISTRATION);
    const issued = -registrationAge(index) - earlier;
    const hasOtherAddress = fraction(this.#seed, index, 10, number) < 0.15;
    return {
      contractId: this.#identifiers.contractId(index, number),
      provider,
      issuedAt: { sinceStart: issued },
      expiresAt: { sinceStart: VALIDITY - registrationAge(index) },
      state: 'active',
      metadata: {
        email: hasOtherAddress ? account.email.replace('@', '@mail.') : account.email,
        firstName: account.firstName,
        lastName: account.lastName,
        ...(provider !== 'GOOGLE' && { username: this.username(index) }),
        providerId: String(hash32(this.#seed, index, 11, number)),
        emailVerified: fraction(this.#seed, index, 12, number) < 0.9,
      },
      social: socialStanding(provider, this.#seed ^ Math.imul(index, 0x9e3779b1), this.people),
    };
  }

  #request(index: number, provider: Provider, nth: number, profile: Profile): DataRequest {
    return {
      id: NEWEST_GENERATED_REQUEST_ID - this.before(index, 'requests') - nth,
      proposalId: this.#identifiers.proposalId(index, PROVIDERS.indexOf(provider)),
      provider,
      status: profile.requestStatus,
      requestedAt: { sinceStart: -registrationAge(index) },
    };
  }
}

/** Milliseconds between the registration of party `index` and the start of the clock; strictly increasing. */
function registrationAge(index: number): number {
  return Math.floor((REGISTRATION_SPAN * (index + 1)) / (index + 1 + REGISTRATION_HALF));
}
