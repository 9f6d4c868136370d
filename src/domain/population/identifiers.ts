/**
 * Identifiers of generated parties. Each contains the party's number, scattered by a seeded permutation, and a hash. A
 * look-up therefore needs no index: decode the number, generate the party, compare the identifier.
 */

import { hashHex, hashUuid, hex32, permutation, type Permutation } from '../time/random.js';

const PARTY_ID = /^party::([0-9a-f]{8})[0-9a-f]{24}::1220[0-9a-f]{64}$/;
const CONTRACT_ID = /^00([0-9a-f]{8})[0-9a-f]{128}$/;
/** The tag at the end of an e-mail's local part or a username. */
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

  /** Seven characters at the end of every e-mail's local part and every username of the party. */
  tag(index: number): string {
    return this.tagNumber(index).toString(36).padStart(7, '0');
  }

  /** The tag as a 32-bit number. */
  tagNumber(index: number): number {
    return this.#scatter.forward(index);
  }

  /** The inverse of {@link tagNumber}. */
  indexOfTagNumber(tag: number): number {
    return this.#scatter.backward(tag);
  }

  /** The number that a party ID encodes. The caller compares the whole ID. */
  indexOfPartyId(partyId: string): number | undefined {
    return this.#indexOfHex(PARTY_ID.exec(partyId)?.[1]);
  }

  /** The number of the party that a contract ID encodes. The caller compares the whole ID. */
  indexOfContractId(contractId: string): number | undefined {
    return this.#indexOfHex(CONTRACT_ID.exec(contractId)?.[1]);
  }

  /** The number of the party that an e-mail or username encodes. The caller compares the whole text. */
  indexOfHandle(handle: string): number | undefined {
    const tag = HANDLE.exec(handle)?.[1];
    const code = tag === undefined ? Number.NaN : Number.parseInt(tag, 36);
    return code <= 0xffff_ffff ? this.indexOfTagNumber(code) : undefined;
  }

  #indexOfHex(code: string | undefined): number | undefined {
    return code === undefined ? undefined : this.#scatter.backward(Number.parseInt(code, 16));
  }
}

/** Data request IDs of generated parties count down from here: the newest request has the highest ID. */
export const NEWEST_GENERATED_REQUEST_ID = 20_000_000;

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
  nextNumber(kind: 'dataRequests'): number;
}

/** The identifiers of the next data request. They depend on the sandbox's seed and on the number of requests before. */
export function nextRequestIdentity(sandbox: RequestCounter): RequestIdentity {
  const number = sandbox.nextNumber('dataRequests');
  return { number, id: NEWEST_GENERATED_REQUEST_ID + number, proposalId: hashUuid(sandbox.seed, 0x70726f70, number) };
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
