/** An index of parties by ID, contract ID, alias, e-mail and username. */

import type { HeldCredential, Party } from './model.js';

export class PartyIndex {
  readonly #parties = new Map<string, Party>();
  readonly #holders = new Map<string, string>();
  readonly #handles = new Map<string, Set<string>>();
  readonly #aliases = new Map<string, string>();

  constructor(parties: readonly Party[] = []) {
    for (const party of parties) this.put(party);
  }

  /** Adds the party, or replaces the party with the same ID. */
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

  /** Removes the party. What it was found by finds nobody. */
  delete(partyId: string): void {
    this.#parties.delete(partyId);
  }

  byPartyId(partyId: string): Party | undefined {
    return this.#parties.get(partyId);
  }

  byContractId(contractId: string): Party | undefined {
    const partyId = this.#holders.get(contractId);
    return partyId === undefined ? undefined : this.#parties.get(partyId);
  }

  /** The party that has, or had, this alias (lower case). The caller compares. */
  byAlias(label: string): Party | undefined {
    const partyId = this.#aliases.get(label);
    return partyId === undefined ? undefined : this.#parties.get(partyId);
  }

  /** The parties that have, or had, this e-mail or username (lower case). The caller compares. */
  byHandle(handle: string): readonly Party[] {
    return [...(this.#handles.get(handle) ?? [])].flatMap((partyId) => this.#parties.get(partyId) ?? []);
  }

  /** All parties, in the order in which they were first added. */
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

/**
 * The e-mails and usernames, in lower case, that a look-up shows with these credentials of the party. What it does not
 * show finds nobody (specification section 1).
 */
export function shownHandles(party: Party, credentials: readonly HeldCredential[]): Set<string> {
  const shown = credentials.flatMap(({ metadata }) => [
    party.email,
    metadata.email,
    metadata.username ?? party.username,
  ]);
  return inLowerCase(shown);
}

/** The e-mails and usernames of a party in lower case, those in the metadata of its credentials included. */
export function handlesOf(party: Party): Set<string> {
  const handles = [party.email, party.username];
  for (const { metadata } of party.credentials) handles.push(metadata.email, metadata.username);
  return inLowerCase(handles);
}

function inLowerCase(handles: readonly (string | undefined)[]): Set<string> {
  return new Set(handles.filter((handle) => handle !== undefined).map((handle) => handle.toLowerCase()));
}
