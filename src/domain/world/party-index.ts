/** Finds parties by their ID, their credentials' contract IDs, and their e-mails and usernames. */

import type { Party } from './model.js';

export class PartyIndex {
  readonly #parties = new Map<string, Party>();
  readonly #holders = new Map<string, string>();
  readonly #handles = new Map<string, Set<string>>();
  readonly #aliases = new Map<string, string>();

  /** Adds the party, or puts it in the place of the one with the same ID. */
  put(party: Party): void {
    this.#parties.set(party.partyId, party);
    for (const { contractId } of party.credentials) this.#holders.set(contractId, party.partyId);
    if (party.alias !== undefined) this.#aliases.set(party.alias.toLowerCase(), party.partyId);
    for (const handle of handlesOf(party)) {
      const parties = this.#handles.get(handle);
      if (parties === undefined) this.#handles.set(handle, new Set([party.partyId]));
      else parties.add(party.partyId);
    }
  }

  byPartyId(partyId: string): Party | undefined {
    return this.#parties.get(partyId);
  }

  byContractId(contractId: string): Party | undefined {
    const partyId = this.#holders.get(contractId);
    return partyId === undefined ? undefined : this.#parties.get(partyId);
  }

  /** The party that has, or once had, this alias, in lower case; the caller compares. */
  byAlias(label: string): Party | undefined {
    const partyId = this.#aliases.get(label);
    return partyId === undefined ? undefined : this.#parties.get(partyId);
  }

  /** Parties that have, or once had, this e-mail or username; the caller compares. */
  byHandle(handle: string): readonly Party[] {
    return [...(this.#handles.get(handle) ?? [])].map((partyId) => this.#parties.get(partyId)!);
  }

  /** Every party, in the order in which their IDs were first put. */
  all(): Iterable<Party> {
    return this.#parties.values();
  }

  has(partyId: string): boolean {
    return this.#parties.has(partyId);
  }

  get size(): number {
    return this.#parties.size;
  }
}

/** The e-mails and usernames of a party, of its account and in its credentials' metadata, in lower case. */
export function handlesOf(party: Party): Set<string> {
  const handles = [party.email, party.username];
  for (const { metadata } of party.credentials) handles.push(metadata.email, metadata.username);
  return new Set(handles.filter((handle) => handle !== undefined).map((handle) => handle.toLowerCase()));
}
