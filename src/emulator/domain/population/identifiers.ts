/**
 * Identifiers of generated parties. Each identifier is a permutation of the party's number, which can be reversed. So a
 * look-up needs no index: it computes the number from the identifier, then the identifier from that number, and
 * compares the two identifiers.
 */

import { draw, hash32, hashUuid, hexBehindZero, hexFrom } from '../time/random.js';
import { permutation, startOf, type Permutation } from '../time/random.js';

/** The length of a contract ID: `00`, and 17 words of eight hexadecimal digits. */
const CONTRACT_ID_LENGTH = 138;
/**
 * Finds the tag of a party in a handle: 42 in the e-mail `ann.smith42@example.com`, the username `ann42` and the alias
 * `smith-42`.
 */
const HANDLE = /([1-9]\d{1,7})(?:@[a-z.]+)?$/i;

/**
 * Groups of parties by the length of their tags. The first 512 (2 ** 9) parties have tags of two or three digits, and
 * each further group has longer tags. So a party keeps its tag in a population of any size, and small populations have
 * short tags.
 */
const TAG_GROUPS: { readonly bits: number; readonly start: number; readonly end: number }[] = [];
for (const bits of [9, 13, 17, 21, 23]) {
  const start = TAG_GROUPS.at(-1)?.end ?? 0;
  TAG_GROUPS.push({ bits, start, end: start + 2 ** bits });
}
/** No tag has only one digit. */
const LOWEST_TAG = 10;

/** The number of words of eight digits in a party ID. */
const ID_WORDS = 12;
/** A party ID, with `x` for each digit of its words. */
const ID_FORM = `party::${'x'.repeat(32)}::1220${'x'.repeat(64)}`;

/** How many credential numbers a party has: one for each request, and one for each superseded credential. */
const SLOTS = 16;

/** The identifiers of the parties of one seed. */
export class Identifiers {
  readonly #seed: number;
  readonly #parties: Permutation;
  readonly #contracts: Permutation;
  readonly #tags: readonly Permutation[];

  constructor(seed: number) {
    // The numbers 1 to 4 keep the four hashes of one seed apart.
    this.#seed = hash32(seed, 4);
    this.#parties = permutation(hash32(seed, 1));
    this.#contracts = permutation(hash32(seed, 2));
    this.#tags = TAG_GROUPS.map(({ bits }) => permutation(hash32(seed, 3), bits));
  }

  partyId(index: number): string {
    const hex = hexFrom(this.#parties.forward(index), ID_WORDS);
    return `party::${hex.slice(0, 32)}::1220${hex.slice(32)}`;
  }

  /** The contract ID of a credential. @param slot the number of the credential among the party's, below 16 */
  contractId(index: number, slot: number): string {
    return hexBehindZero(this.#contracts.forward(index * SLOTS + slot), 17);
  }

  /** The proposal ID of all data requests that were sent to the party at the same time. */
  proposalId(index: number): string {
    return hashUuid(draw(this.#seed, index));
  }

  /** The tag: a number of two to eight digits that ends the party's usernames and the local parts of its e-mails. */
  tag(index: number): number {
    const group = groupOf(index);
    const { start } = TAG_GROUPS[group]!;
    return LOWEST_TAG + start + this.#tags[group]!.forward(index - start);
  }

  /** The number that a party ID encodes. Only its first word is read, so the caller compares the whole ID. */
  indexOfPartyId(partyId: string): number | undefined {
    if (partyId.length !== ID_FORM.length) return undefined;
    // The first word follows `party::`, and determines the rest.
    return this.#parties.backward(startOf(Number.parseInt(partyId.slice(7, 15), 16)));
  }

  /** The party and credential that a contract ID encodes. Only its first word is read: the caller compares the ID. */
  placeOfContractId(contractId: string): { readonly index: number; readonly slot: number } | undefined {
    if (contractId.length !== CONTRACT_ID_LENGTH) return undefined;
    // The first word follows `00`.
    const place = this.#contracts.backward(startOf(Number.parseInt(contractId.slice(2, 10), 16)));
    return { index: Math.floor(place / SLOTS), slot: place % SLOTS };
  }

  /** The number of the party that an e-mail, username or alias encodes. The caller compares the whole text. */
  indexOfHandle(handle: string): number | undefined {
    const tag = HANDLE.exec(handle)?.[1];
    if (tag === undefined) return undefined;

    const code = Number(tag) - LOWEST_TAG;
    const group = groupOf(code);
    if (group === -1) return undefined;

    const { start } = TAG_GROUPS[group]!;
    return start + this.#tags[group]!.backward(code - start);
  }
}

/** The group with the number of a party, or with the number from which a tag is made; -1 if there is none. */
function groupOf(number: number): number {
  return TAG_GROUPS.findIndex(({ start, end }) => number >= start && number < end);
}
