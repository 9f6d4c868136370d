/**
 * Identifiers of generated parties. Each is a permutation of the party's number, so a look-up needs no index: compute the
 * number from the identifier, then the identifier from the number, and compare.
 */

import { draw, hash32, hashHex, hashUuid, hexFrom, permutation, startOf, type Permutation } from '../time/random.js';

const PARTY_ID = /^party::([0-9a-f]{8})[0-9a-f]{24}::1220[0-9a-f]{64}$/;
const CONTRACT_ID = /^00([0-9a-f]{8})[0-9a-f]{128}$/;
/** The tag at the end of an e-mail's local part, of a username or of an alias. */
const HANDLE = /([1-9]\d{6})(?:@[a-z.]+)?$/i;

/** Tags have seven digits, none of them a leading zero. */
const TAG_BITS = 23;
const LOWEST_TAG = 1_000_000;

/** Words of eight digits in a party ID. */
const ID_WORDS = 12;

/** Numbers of credentials of one party: one for each request, and one for what it superseded. */
const SLOTS = 16;

/** The identifiers of one seed. */
export class Identifiers {
  readonly #seed: number;
  readonly #parties: Permutation;
  readonly #contracts: Permutation;
  readonly #tags: Permutation;

  constructor(seed: number) {
    this.#seed = hash32(seed, 4);
    this.#parties = permutation(hash32(seed, 1));
    this.#contracts = permutation(hash32(seed, 2));
    this.#tags = permutation(hash32(seed, 3), TAG_BITS);
  }

  partyId(index: number): string {
    const hex = hexFrom(this.#parties.forward(index), ID_WORDS);
    return `party::${hex.slice(0, 32)}::1220${hex.slice(32)}`;
  }

  /** The contract ID of the credential with this number among those of the party, below 16. */
  contractId(index: number, slot: number): string {
    return `00${hexFrom(this.#contracts.forward(index * SLOTS + slot), 17)}`;
  }

  /** Of all data requests that were sent to the party at the same time. */
  proposalId(index: number): string {
    return hashUuid(draw(this.#seed, index));
  }

  /** A number of seven digits at the end of every e-mail's local part and every username of the party. */
  tag(index: number): number {
    return LOWEST_TAG + this.#tags.forward(index);
  }

  /** The number that a party ID encodes. The caller compares the whole ID. */
  indexOfPartyId(partyId: string): number | undefined {
    const code = PARTY_ID.exec(partyId)?.[1];
    return code === undefined ? undefined : this.#parties.backward(startOf(Number.parseInt(code, 16)));
  }

  /**
   * The numbers of the parties whose ID may contain these hexadecimal digits. However the ID is cut into words of eight
   * digits, fifteen contain a whole word, and a word at a known position tells the number. Undefined if they are fewer, or
   * other characters are among them.
   */
  candidatesByPartyId(digits: string): ReadonlySet<number> | undefined {
    if (!/^[0-9a-f]{15,}$/.test(digits)) return undefined;
    const words = Array.from({ length: digits.length - 7 }, (_, at) => Number.parseInt(digits.slice(at, at + 8), 16));
    const starts = words.flatMap((word) => Array.from({ length: ID_WORDS }, (_, at) => startOf(word, at)));
    return new Set(starts.map((start) => this.#parties.backward(start)));
  }

  /** The party and credential that a contract ID encodes. The caller compares the whole ID. */
  placeOfContractId(contractId: string): { readonly index: number; readonly slot: number } | undefined {
    const code = CONTRACT_ID.exec(contractId)?.[1];
    if (code === undefined) return undefined;
    const place = this.#contracts.backward(startOf(Number.parseInt(code, 16)));
    return { index: Math.floor(place / SLOTS), slot: place % SLOTS };
  }

  /** The number of the party that an e-mail, username or alias encodes. The caller compares the whole text. */
  indexOfHandle(handle: string): number | undefined {
    const tag = HANDLE.exec(handle)?.[1];
    const code = tag === undefined ? -1 : Number(tag) - LOWEST_TAG;
    return code >= 0 && code < 2 ** TAG_BITS ? this.#tags.backward(code) : undefined;
  }
}

/** The identifiers of a new data request. */
export interface RequestIdentity {
  /** Position among the new data requests of the sandbox, from 1. */
  readonly number: number;
  /** Above the IDs of all generated requests, because the request is newer. */
  readonly id: number;
  readonly proposalId: string;
}

/** A sandbox, as far as it numbers data requests. */
export interface RequestCounter {
  readonly seed: number;
  readonly world: { readonly base: { readonly population: { readonly lastRequestId: number } } };
  nextNumber(kind: 'dataRequests'): number;
}

/** The identifiers of the next data request. They depend on the sandbox's seed and on the number of requests before. */
export function nextRequestIdentity(sandbox: RequestCounter): RequestIdentity {
  const number = sandbox.nextNumber('dataRequests');
  const { lastRequestId } = sandbox.world.base.population;
  return { number, id: lastRequestId + number, proposalId: hashUuid(sandbox.seed, 0x70726f70, number) };
}

/** A sandbox, as far as it numbers credentials. */
export interface CredentialCounter {
  readonly seed: number;
  nextNumber(kind: 'credentials'): number;
}

/** The ID of the next credential, as long as the service's. It depends on the sandbox's seed and on the number of credentials before. */
export function nextContractId(sandbox: CredentialCounter): string {
  return `00${hashHex(68, sandbox.seed, 0x63726564, sandbox.nextNumber('credentials'))}`;
}
