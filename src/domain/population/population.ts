/**
 * The generated parties behind a fixture's cast. Party number i is a function of the seed and i, never stored:
 * a million of them cost what two hundred cost, and one is found by its identifiers at once.
 *
 * Number 0 registered last; the order by registration, newest first, is the order by number.
 */

import { DAY } from '../time/now.js';
import { fraction, hash32, shuffledIndexes } from '../time/random.js';
import { type DataRequest, type HeldCredential, type Party, type Provider, PROVIDERS } from '../world/model.js';
import { Identifiers, NEWEST_GENERATED_REQUEST_ID } from './identifiers.js';
import { type Name, People, slug, socialStanding } from './people.js';
import { type Profile, profileOf, Profiles, type Countable, type GeneratedStatus } from './profiles.js';

/** The largest population: beyond it, registration times would coincide. */
export const POPULATION_MAXIMUM = 5_000_000;

const FIRST_GENERATED_USER_ID = 1_001;
/** Generated user IDs are below it, however large the population. */
export const FIRST_JOINED_USER_ID = FIRST_GENERATED_USER_ID + POPULATION_MAXIMUM;

/** Registrations reach back two years at most, half of them 500 parties' worth. */
const REGISTRATION_SPAN = 730 * DAY;
const REGISTRATION_HALF = 500;
const VALIDITY = 1_095 * DAY;
const OLDEST_BEFORE_REGISTRATION = 120 * DAY;
const REMEMBERED_PARTIES = 2_048;
const MAIL_DOMAINS = ['example.com', 'example.org', 'example.net'];

/** The parties of one seed, numbers 0 to `size` - 1. */
export class Population {
  readonly size: number;
  readonly #seed: number;
  readonly #cards: Profiles;
  readonly #identifiers: Identifiers;
  #people: People | undefined;
  /** One byte a party, made on the first scan. */
  #cardNumbers: Uint8Array | undefined;
  /** Parties made lately: lists and look-ups ask for the same ones again. */
  readonly #remembered = new Map<number, Party>();

  constructor(seed: number, size: number) {
    this.size = size;
    this.#seed = seed;
    this.#cards = new Profiles(seed);
    this.#identifiers = new Identifiers(seed);
  }

  /** The pools that names come from; drawn on first use, because the emulator starts without them. */
  get people(): People {
    this.#people ??= new People(this.#seed);
    return this.#people;
  }

  /** Party number `index`. */
  party(index: number): Party {
    let party = this.#remembered.get(index);
    if (party === undefined) {
      party = this.#make(index);
      if (this.#remembered.size >= REMEMBERED_PARTIES) this.#remembered.clear();
      this.#remembered.set(index, party);
    }
    return party;
  }

  /** What lists filter by, without making the party. Made for scans: the first call looks at every party once. */
  statusOf(index: number): GeneratedStatus {
    this.#cardNumbers ??= Uint8Array.from({ length: this.size }, (_, party) => this.#cards.numberOf(party));
    return { profile: profileOf(this.#cardNumbers[index]!), expiresSinceStart: VALIDITY - registrationAge(index) };
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

  /** Ends in the party's tag, as its e-mail and username do. */
  alias(index: number): string {
    return `${slug(this.name(index).lastName)}-${this.#identifiers.tag(index)}`;
  }

  partyId(index: number): string {
    return this.#identifiers.partyId(index);
  }

  /** A number that sorts as the tag in the party's e-mail does. */
  tagNumber(index: number): number {
    return this.#identifiers.tagNumber(index);
  }

  /** The inverse of {@link tagNumber}. */
  indexOfTagNumber(tag: number): number {
    return this.#identifiers.indexOfTagNumber(tag);
  }

  /** The number of the party with this ID; undefined where there is none. */
  indexOfPartyId(partyId: string): number | undefined {
    const index = this.#identifiers.indexOfPartyId(partyId);
    if (!this.#has(index)) return undefined;
    // Most of an ID is hash, which takes longer to make again than to look up.
    const own = this.#remembered.get(index)?.partyId ?? this.partyId(index);
    return own === partyId ? index : undefined;
  }

  /** The number of the party that holds this credential; undefined where there is none. */
  indexOfContractId(contractId: string): number | undefined {
    const index = this.#identifiers.indexOfContractId(contractId);
    if (!this.#has(index)) return undefined;
    return this.party(index).credentials.some((held) => held.contractId === contractId) ? index : undefined;
  }

  /** The number of the party that an e-mail or username might belong to; the caller compares. */
  indexOfHandle(handle: string): number | undefined {
    const index = this.#identifiers.indexOfHandle(handle);
    return this.#has(index) ? index : undefined;
  }

  /** Whether a party has this user ID. */
  hasUserId(userId: number): boolean {
    return userId >= FIRST_GENERATED_USER_ID && userId < FIRST_GENERATED_USER_ID + this.size;
  }

  /** How much of `measure` all parties have together. */
  total(measure: Countable): number {
    return this.before(this.size, measure);
  }

  /** How much of `measure` the parties before `index` have together. */
  before(index: number, measure: Countable): number {
    return this.#cards.before(index, measure);
  }

  /** Whose the `position`-th of `measure` is, and which of that party's it is. */
  locate(position: number, measure: Countable): { readonly index: number; readonly nth: number } {
    return this.#cards.locate(position, measure);
  }

  #has(index: number | undefined): index is number {
    return index !== undefined && index < this.size;
  }

  #make(index: number): Party {
    const card = this.#cards.of(index);
    const { firstName, lastName } = this.name(index);
    const providers = this.#providers(index, card.providers);
    const email = this.email(index);
    return {
      partyId: this.partyId(index),
      userId: FIRST_GENERATED_USER_ID + index,
      email,
      username: this.username(index),
      alias: this.alias(index),
      firstName,
      lastName,
      status: card.userStatus,
      credentials: providers.map((provider) => this.#credential(index, provider, { firstName, lastName, email })),
      requests: providers.map((provider, nth) => this.#request(index, provider, nth, card)),
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
    const ownAddress = fraction(this.#seed, index, 10, number) < 0.15;
    return {
      contractId: this.#identifiers.contractId(index, number),
      provider,
      issuedAt: { sinceStart: issued },
      expiresAt: { sinceStart: VALIDITY - registrationAge(index) },
      state: 'active',
      metadata: {
        email: ownAddress ? account.email.replace('@', '@mail.') : account.email,
        firstName: account.firstName,
        lastName: account.lastName,
        ...(provider !== 'GOOGLE' && { username: this.username(index) }),
        providerId: String(hash32(this.#seed, index, 11, number)),
        emailVerified: fraction(this.#seed, index, 12, number) < 0.9,
      },
      social: socialStanding(provider, this.#seed ^ Math.imul(index, 0x9e3779b1), this.people),
    };
  }

  #request(index: number, provider: Provider, nth: number, card: Profile): DataRequest {
    return {
      id: NEWEST_GENERATED_REQUEST_ID - this.before(index, 'requests') - nth,
      proposalId: this.#identifiers.proposalId(index, PROVIDERS.indexOf(provider)),
      provider,
      status: card.requestStatus,
      requestedAt: { sinceStart: -registrationAge(index) },
    };
  }
}

/** How long before the start of the clock party `index` registered, in milliseconds: later numbers, always earlier. */
function registrationAge(index: number): number {
  return Math.floor((REGISTRATION_SPAN * (index + 1)) / (index + 1 + REGISTRATION_HALF));
}
