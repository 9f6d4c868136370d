/** The names by which requests find parties and credentials. */

import type { HeldCredential, Party } from './model.js';

/** All names of a party in requests: party ID, contract IDs, and e-mails and usernames in lower case. */
export function namesOf(party: Party): string[] {
  return [party.partyId, ...party.credentials.map(({ contractId }) => contractId), ...handlesOf(party)];
}

/**
 * The e-mails and usernames, in lower case, that the response to a look-up shows if it contains these credentials. A
 * look-up finds a party only by a name that the response shows (specification section 1).
 */
export function shownHandles(party: Party, credentials: readonly HeldCredential[]): Set<string> {
  // A look-up without credentials shows nothing.
  const handles = credentials.length === 0 ? [] : [party.email];
  // A credential without a username of its own is shown with that of the party.
  for (const { metadata } of credentials) handles.push(metadata.email, metadata.username ?? party.username);
  return inLowerCase(handles);
}

/** The e-mails and usernames of a party in lower case, including those in the metadata of its credentials. */
export function handlesOf(party: Party): Set<string> {
  const handles = [party.email, party.username];
  for (const { metadata } of party.credentials) handles.push(metadata.email, metadata.username);
  return inLowerCase(handles);
}

/** The handles in lower case, the form in which handles are compared. */
function inLowerCase(handles: readonly (string | undefined)[]): Set<string> {
  return new Set(handles.filter((handle) => handle !== undefined).map((handle) => handle.toLowerCase()));
}

/** The credential of the party with this contract ID. */
export function credentialIn({ credentials }: Party, contractId: string): HeldCredential | undefined {
  return credentials.find((held) => held.contractId === contractId);
}
