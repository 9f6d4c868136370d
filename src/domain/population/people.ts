/** Names and small talk of generated parties: drawn once from faker with the seed, then dealt by hash. */

import type { Faker } from '@faker-js/faker';
import { hash32 } from '../time/random.js';

const FIRST_NAMES = 512;
const LAST_NAMES = 512;
const PHRASES = 64;

/** What a party is called. */
export interface Name {
  readonly firstName: string;
  readonly lastName: string;
  /** Positions in {@link People.firstNames} and {@link People.lastNames}, for those who sort by name. */
  readonly first: number;
  readonly last: number;
}

/** The names and phrases of one seed. */
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
 * A generator of our own: seeding the shared one would change what a consumer's tests in the same process draw from it.
 * The class is reached through the instance because the package's main entry loads every locale (100 ms).
 *
 * Loaded here because even one locale takes 20 ms, and many a run looks at no generated party. By Node.js itself,
 * because the `node:module` that Jest gives to ES modules cannot `require()` one.
 */
function ownFaker(seed: number): Faker {
  const { createRequire } = process.getBuiltinModule('node:module');
  const { faker: sharedFaker } = createRequire(import.meta.url)('@faker-js/faker/locale/en') as {
    readonly faker: Faker;
  };
  const OwnFaker = sharedFaker.constructor as typeof Faker;
  return new OwnFaker({ locale: sharedFaker.rawDefinitions, seed });
}

/** Without inner spaces, order by full name is order by first name, then by last name. */
function oneWord(name: string): string {
  return name.replaceAll(' ', '-');
}

function draw(count: number, one: () => string): string[] {
  return Array.from({ length: count }, one);
}

/** A name as it stands in an address: ASCII letters alone, so that order by address follows order by letters. */
export function slug(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}
