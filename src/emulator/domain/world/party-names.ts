/** The names by which requests find parties and credentials. */

import type { HeldCredential, Party } from './model.js';

/** Every name of a party in requests: IDs and contract IDs, and in lower case e-mails and usernames. */
export function namesOf(party: Party): string[] {
  return [party.partyId, ...party.credentials.map(({ contractId }) => contractId), ...handlesOf(party)];
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

/** The credential of the party with this contract ID. */
export function credentialIn({ credentials }: Party, contractId: string): HeldCredential | undefined {
  return credentials.find((held) => held.contractId === contractId);
}
