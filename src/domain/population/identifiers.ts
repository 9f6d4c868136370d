/**
 * Identifiers of generated parties. Each carries the party's number, scattered by a seeded permutation, so that a
 * look-up needs no index: read the number back, make the party, compare. What the number does not fill is hash.
 */

import type { Sandbox } from '../sandbox/sandbox.js';
import { hashHex, hashUuid, hex32, permutation, type Permutation } from '../time/random.js';
import { NEWEST_GENERATED_REQUEST_ID } from './population.js';

const PARTY_ID = /^party::([0-9a-f]{8})[0-9a-f]{24}::1220[0-9a-f]{64}$/;
const CONTRACT_ID = /^00([0-9a-f]{8})[0-9a-f]{128}$/;
/** The tag at the end of a local part or of a username. */
const HANDLE = /[.-]([0-9a-z]{7})(?:@[a-z.]+)?$/i;

/** The identifiers of one seed. */
export class Identifiers {
  readonly #seed: number;
  readonly #scatter: Permutation;

  constructor(seed: number) {
    this.#seed = seed;
    this.#scatter = permutation(seed);
  }

  partyId(index: number): string {
    const code = hex32(this.#scatter.forward(index));
    return `party::${code}${hashHex(12, this.#seed, index, 1)}::1220${hashHex(32, this.#seed, index, 2)}`;
  }

  /** The contract ID of the credential from provider number `provider`. */
  contractId(index: number, provider: number): string {
    return `00${hex32(this.#scatter.forward(index))}${hashHex(64, this.#seed, index, 3, provider)}`;
  }

  proposalId(index: number, provider: number): string {
    return hashUuid(this.#seed, index, 4, provider);
  }

  /** Seven characters that end every e-mail's local part and every username of the party. */
  tag(index: number): string {
    return this.tagNumber(index).toString(36).padStart(7, '0');
  }

  /** What the tag spells, 32 bits. */
  tagNumber(index: number): number {
    return this.#scatter.forward(index);
  }

  /** The inverse of {@link tagNumber}. */
  indexOfTagNumber(tag: number): number {
    return this.#scatter.backward(tag);
  }

  /** The number a party ID would belong to; the caller checks that it does. */
  indexOfPartyId(partyId: string): number | undefined {
    return this.#indexOfHex(PARTY_ID.exec(partyId)?.[1]);
  }

  /** The number of the party a contract ID would belong to; the caller checks that it does. */
  indexOfContractId(contractId: string): number | undefined {
    return this.#indexOfHex(CONTRACT_ID.exec(contractId)?.[1]);
  }

  /** The number of the party an e-mail or username would belong to; the caller checks that it does. */
  indexOfHandle(handle: string): number | undefined {
    const tag = HANDLE.exec(handle)?.[1];
    const code = tag === undefined ? Number.NaN : Number.parseInt(tag, 36);
    return code <= 0xffff_ffff ? this.indexOfTagNumber(code) : undefined;
  }

  #indexOfHex(code: string | undefined): number | undefined {
    return code === undefined ? undefined : this.#scatter.backward(Number.parseInt(code, 16));
  }
}

export interface RequestIdentity {
  /** Counts from 1 in each sandbox. */
  readonly number: number;
  /** Above those of all generated requests, so that new ones are the newest. */
  readonly id: number;
  readonly proposalId: string;
}

/** The next one; it depends on the sandbox's seed and on how many there were before. */
export function nextRequestIdentity(sandbox: Sandbox): RequestIdentity {
  const number = sandbox.nextNumber('dataRequests');
  return { number, id: NEWEST_GENERATED_REQUEST_ID + number, proposalId: hashUuid(sandbox.seed, 0x70726f70, number) };
}
