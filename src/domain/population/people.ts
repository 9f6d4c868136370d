/** Names and accounts of generated parties: pools drawn once from Faker with the seed, and picked from by hash. */

import type { Faker } from '@faker-js/faker';
import { fraction, hash32 } from '../time/random.js';
import type { Provider, SocialStanding } from '../world/model.js';

const FIRST_NAMES = 512;
const LAST_NAMES = 512;
const PHRASES = 64;

/** The name of a party. */
export interface Name {
  readonly firstName: string;
  readonly lastName: string;
  /** Positions in {@link People.firstNames} and {@link People.lastNames}, for sorting. */
  readonly first: number;
  readonly last: number;
}

/** The pools of one seed. */
export class People {
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  readonly bios: readonly string[];
  readonly companies: readonly string[];
  readonly cities: readonly string[];
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
    const faker = ownFaker(seed);
    this.firstNames = draw(FIRST_NAMES, () => oneWord(faker.person.firstName()));
    this.lastNames = draw(LAST_NAMES, () => oneWord(faker.person.lastName()));
    this.bios = draw(PHRASES, () => faker.person.bio());
    this.companies = draw(PHRASES, () => faker.company.name());
    this.cities = draw(PHRASES, () => faker.location.city());
  }

  /** The name of party `index`. */
  name(index: number): Name {
    const first = hash32(this.#seed, index, 5) % this.firstNames.length;
    const last = hash32(this.#seed, index, 6) % this.lastNames.length;
    return { firstName: this.firstNames[first]!, lastName: this.lastNames[last]!, first, last };
  }
}

/**
 * Creates a separate generator: seeding Faker's shared one would change what the consumer's tests draw from it. The
 * class comes from the shared instance because the package's main entry loads every locale (100 ms).
 *
 * Faker is loaded here, on first use: even one locale takes 20 ms, and many runs use no generated party.
 * `createRequire` comes from Node.js itself because Jest replaces `node:module` in ES modules by one that cannot
 * `require()`.
 */
function ownFaker(seed: number): Faker {
  const { createRequire } = process.getBuiltinModule('node:module');
  const { faker: sharedFaker } = createRequire(import.meta.url)('@faker-js/faker/locale/en') as {
    readonly faker: Faker;
  };
  const OwnFaker = sharedFaker.constructor as typeof Faker;
  return new OwnFaker({ locale: sharedFaker.rawDefinitions, seed });
}

/** Replaces spaces, so that the order by full name is the order by first name, then by last name. */
function oneWord(name: string): string {
  return name.replaceAll(' ', '-');
}

function draw(count: number, one: () => string): string[] {
  return Array.from({ length: count }, one);
}

/** A name for e-mail addresses: lower-case ASCII letters only, so that addresses sort by their letters. */
export function slug(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

/**
 * The social figures of one account. Most accounts reach few people, some reach many.
 * @param account a number unique to the account
 */
export function socialStanding(provider: Provider, account: number, people: People): SocialStanding {
  const amount = (what: number, most: number): number => Math.floor(fraction(account, 20, what) ** 3 * most);
  const one = (pool: readonly string[], what: number): string => pool[hash32(account, 21, what) % pool.length]!;
  switch (provider) {
    case 'GOOGLE':
      return { googleContactCount: amount(1, 800) };
    case 'LINKEDIN':
      return { followersCount: amount(2, 3_000), verified: fraction(account, 22) < 0.5 };
    case 'GITHUB':
      return {
        githubRepos: amount(3, 120),
        githubFollowers: amount(4, 2_000),
        githubBio: one(people.bios, 5),
        githubCompany: one(people.companies, 6),
        githubLocation: one(people.cities, 7),
      };
    case 'DISCORD':
      return { verified: fraction(account, 23) < 0.8 };
    case 'TWITTER':
      return {
        followersCount: amount(8, 20_000),
        followingCount: amount(9, 1_500),
        postsCount: amount(10, 9_000),
        verified: fraction(account, 24) < 0.2,
        twitterDescription: one(people.bios, 11),
      };
    case 'REDDIT':
      return { followersCount: amount(12, 500), postsCount: amount(13, 2_500) };
  }
}
