/**
 * The generated parties of a world, in addition to those of its fixture. Party i is a function of the seed and i: it is not
 * stored, and it is the same in a population of any size. A million parties take no more memory than two hundred, and
 * identifiers are decoded, not searched. `shares.ts` states what parties are like.
 */

import { sortInSteps, forEachNumber, type Steps } from '../steps.js';
import { draw, hash32, shuffledIndexes, shuffleNumber } from '../time/random.js';
import { type DataRequest, type Party, type Provider, PROVIDERS, type UserStatus } from '../world/model.js';
import { happens, MAIL_DOMAINS } from './accounts.js';
import { credentialsOf, expiryOf, SUPERSEDED } from './credentials.js';
import { Identifiers, type TextPlace } from './identifiers.js';
import { type NamePlaces, people } from './people.js';
import { type Countable, OUTCOMES, type Profile, Profiles } from './profiles.js';
import { makeSearchTable } from './search-table.js';
import { MISSING, type Outcome, REGISTRATION_AGES, spread } from './shares.js';

/** The maximum size: the numbers of a party's credentials fit into 32 bits, and tags have seven digits. */
export const POPULATION_MAXIMUM = 5_000_000;

/** The size if neither an option nor the fixture states one. */
export const DEFAULT_POPULATION = 200;

const FIRST_USER_ID = 1_001;
/**
 * Recently generated parties are kept, each in the slot of the last bits of its number. They are few: to generate a party
 * again takes less time than to move those that are kept for long through the garbage collector's generations.
 */
const SLOTS = 32;
/** The orders of the providers, by their {@link shuffleNumber}: there are 720. */
const PROVIDER_ORDERS: (readonly Provider[])[] = [];
/** Greater than any party's number, and than the age of any registration in seconds. */
const NUMBER_RANGE = 2 ** 23;
const NO_DATE = 2 ** 27;

/** Numbers of the draws of a party; its requests have those from 16. */
const DRAWS = {
  name: 0,
  domain: 1,
  registered: 2,
  providers: 3,
  fullName: 4,
  status: 5,
  regDate: 6,
  email: 7,
  request: 16,
};

/** The parties of one seed, numbers 0 to `size` - 1. */
export class Population {
  readonly size: number;
  readonly #draws: number;
  readonly #profiles: Profiles;
  readonly #identifiers: Identifiers;
  readonly #firstRequestId: number;
  readonly #recent: (Party | undefined)[] = [];
  #byRegistration: Uint32Array | undefined;
  #searchTable: Uint32Array | undefined;

  /** @param firstRequestId the ID of the first data request, above those of the fixture */
  constructor(seed: number, size: number, firstRequestId: number) {
    this.size = size;
    this.#draws = hash32(seed);
    this.#profiles = new Profiles(seed);
    this.#identifiers = new Identifiers(seed);
    this.#firstRequestId = firstRequestId;
  }

  /** Party number `index`. */
  party(index: number): Party {
    const slot = index % SLOTS;
    const known = this.#recent[slot];
    if (known?.userId === FIRST_USER_ID + index) return known;
    return (this.#recent[slot] = this.#generate(index));
  }

  profile(index: number): Profile {
    return this.#profiles.of(index);
  }

  /** The status in the users list; undefined if the service does not say it. */
  userStatus(index: number): UserStatus | undefined {
    const { userStatus } = this.#profiles.of(index);
    return userStatus === 'ACTIVE' && happens(MISSING.status, this.#hash(index), DRAWS.status) ? undefined : userStatus;
  }

  /** The places of the name in the tables; undefined if the users list does not show it. */
  shownName(index: number): NamePlaces | undefined {
    return happens(MISSING.fullName, this.#hash(index), DRAWS.fullName) ? undefined : this.name(index);
  }

  name(index: number): NamePlaces {
    return people().pick(draw(this.#hash(index), DRAWS.name));
  }

  /** Whether the account has an e-mail. Every party with a credential has one. */
  hasEmail(index: number): boolean {
    return this.#profiles.of(index).holdsCredentials || !happens(MISSING.email, this.#hash(index), DRAWS.email);
  }

  /** The domain of the account's e-mail. */
  mailDomain(index: number): (typeof MAIL_DOMAINS)[number] {
    return MAIL_DOMAINS[draw(this.#hash(index), DRAWS.domain) % MAIL_DOMAINS.length]!;
  }

  /** Seven digits, which follow the name in the e-mail and the username. */
  tag(index: number): number {
    return this.#identifiers.tag(index);
  }

  username(index: number): string {
    return `${people().first.slugs[this.name(index).first]!}${this.tag(index)}`;
  }

  partyId(index: number): string {
    return this.#identifiers.partyId(index);
  }

  /** Seconds between the registration and the start of the clock; greater than all others if the date is missing. */
  registrationAge(index: number): number {
    const hash = this.#hash(index);
    if (happens(MISSING.regDate, hash, DRAWS.regDate)) return NO_DATE;
    return Math.floor(spread(REGISTRATION_AGES[this.#profiles.of(index).registered], hash, DRAWS.registered) / 1_000);
  }

  /** When the credential of a data request expires, in milliseconds after the start of the clock; undefined without one. */
  expiry(index: number, nth: number): number | undefined {
    return expiryOf(this.#profiles.of(index).outcomes[nth]!, this.#requestHash(index, nth));
  }

  /** The number of the party with this ID. Undefined if there is none. */
  indexOfPartyId(partyId: string): number | undefined {
    const index = this.#identifiers.indexOfPartyId(partyId);
    return this.#has(index) && this.partyId(index) === partyId ? index : undefined;
  }

  /** The parties whose ID may contain a text at one of these places. */
  partiesWith(places: readonly TextPlace[]): Steps<Set<number>> {
    return this.#identifiers.partiesWith(places, this.size);
  }

  /** Tests whether a party ID contains a text, which says something of at most two words at each of these places. */
  containing(places: readonly TextPlace[]): (index: number) => boolean {
    return this.#identifiers.containing(places);
  }

  /** The number of the party that holds this credential. Undefined if there is none. */
  indexOfContractId(contractId: string): number | undefined {
    return this.#issued(contractId)?.index;
  }

  /** Whether the party has approved the data request for this credential, without making the party. Undefined if there is none. */
  isApproved(contractId: string): boolean | undefined {
    const issued = this.#issued(contractId);
    return issued && OUTCOMES[issued.outcome].request === 'APPROVED';
  }

  /** The party that holds this credential, and what became of the data request for it. */
  #issued(contractId: string): { readonly index: number; readonly outcome: Outcome } | undefined {
    const { index, slot = 0 } = this.#identifiers.placeOfContractId(contractId) ?? {};
    if (!this.#has(index) || this.#identifiers.contractId(index, slot) !== contractId) return undefined;
    const outcome = this.#profiles.of(index).outcomes[slot % SUPERSEDED];
    const exists = slot < SUPERSEDED ? outcome && OUTCOMES[outcome].credential : outcome === 'renewed';
    return exists ? { index, outcome: outcome! } : undefined;
  }

  /** The number of the party that an e-mail, username or alias may belong to. The caller compares. */
  indexOfHandle(handle: string): number | undefined {
    const index = this.#identifiers.indexOfHandle(handle);
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
    return this.#firstRequestId + this.total('requests') - 1;
  }

  /** What a search looks at in each party. */
  *searchTable(): Steps<Uint32Array> {
    return (this.#searchTable ??= yield* makeSearchTable(this));
  }

  /** The numbers of all parties, the last registered first; those without a date come last. */
  *byRegistration(): Steps<Uint32Array> {
    if (this.#byRegistration !== undefined) return this.#byRegistration;
    const keys = new Float64Array(this.size);
    yield* forEachNumber(this.size, (index) => {
      keys[index] = this.#registrationKey(index);
    });
    const sorted = yield* sortInSteps(keys);
    const parties = new Uint32Array(this.size);
    yield* forEachNumber(this.size, (place) => {
      parties[place] = (NUMBER_RANGE - (sorted[place]! % NUMBER_RANGE)) % NUMBER_RANGE;
    });
    return (this.#byRegistration = parties);
  }

  /** These parties in the order of {@link byRegistration}. */
  sortedByRegistration(parties: Iterable<number>): Uint32Array {
    return Uint32Array.from([...parties].sort((a, b) => this.#registrationKey(a) - this.#registrationKey(b)));
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

  /** Less than that of a party that registered earlier. */
  #registrationKey(index: number): number {
    return (this.registrationAge(index) + 1) * NUMBER_RANGE - index;
  }

  #has(index: number | undefined): index is number {
    return index !== undefined && index < this.size;
  }

  #hash(index: number): number {
    return draw(this.#draws, index);
  }

  #requestHash(index: number, nth: number): number {
    return draw(this.#hash(index), DRAWS.request + nth);
  }

  #generate(index: number): Party {
    const name = this.name(index);
    const { first, last } = people();
    const tag = String(this.tag(index));
    const [firstSlug, lastSlug] = [first.slugs[name.first]!, last.slugs[name.last]!];
    const [firstName, lastName] = [first.names[name.first]!, last.names[name.last]!];
    const username = `${firstSlug}${tag}`;
    const email = `${firstSlug}.${lastSlug}${tag}@${this.mailDomain(index)}`;
    const owner = { firstName, lastName, email, username };
    const providers = this.#providers(index);
    const party: Writable<Party> = {
      partyId: this.partyId(index),
      userId: FIRST_USER_ID + index,
      username,
      alias: `${lastSlug}-${tag}`,
      credentials: credentialsOf(this.#profiles.of(index).outcomes, providers, owner, {
        hashOf: (nth) => this.#requestHash(index, nth),
        contractId: (slot) => this.#identifiers.contractId(index, slot),
      }),
      requests: this.#requests(index, providers),
    };
    if (this.hasEmail(index)) party.email = email;
    if (this.shownName(index) !== undefined) {
      party.firstName = firstName;
      party.lastName = lastName;
    }
    const status = this.userStatus(index);
    if (status !== undefined) party.status = status;
    return party;
  }

  /** A provider for each data request. */
  #providers(index: number): readonly Provider[] {
    const word = draw(this.#hash(index), DRAWS.providers);
    return (PROVIDER_ORDERS[shuffleNumber(PROVIDERS.length, word)] ??= shuffledIndexes(PROVIDERS.length, word).map(
      (nth) => PROVIDERS[nth]!,
    ));
  }

  #requests(index: number, providers: readonly Provider[]): DataRequest[] {
    const age = this.registrationAge(index);
    const first = this.#firstRequestId + this.before(index, 'requests');
    const proposalId = this.#identifiers.proposalId(index);
    const requestedAt = { sinceStart: -age * 1_000 };
    return this.#profiles.of(index).outcomes.map((outcome, nth) => {
      const { request: status, isKyc } = OUTCOMES[outcome];
      const request: Writable<DataRequest> = {
        id: first + nth,
        proposalId,
        provider: isKyc ? 'SUMSUB' : providers[nth]!,
        status,
      };
      if (age !== NO_DATE) request.requestedAt = requestedAt;
      return request;
    });
  }
}

/** While it is made. Assignments are faster than `...(is && { member })`. */
type Writable<Item> = { -readonly [Member in keyof Item]: Item[Member] };
