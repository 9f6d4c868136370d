/**
 * Explains why the institution finds nothing: the thing does not exist, or the institution may not see it. The service
 * itself does not tell the difference. The emulator tells it in diagnostics.
 */

import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { isApproved } from '../../domain/world/model.js';

/** Explains why a credential was not found. */
export function explainContract({ id, world }: Sandbox, contractId: string): string {
  return world.holding(contractId) === undefined
    ? `there is no credential with this contract ID in sandbox "${id}"`
    : 'the credential exists, but belongs to a party that has not disclosed it to this institution';
}

/** Explains why nothing was found for a party. */
export function explainParty({ id, world }: Sandbox, partyId: string): string {
  const party = world.party(partyId);
  if (party === undefined) return `there is no party with this ID in sandbox "${id}"`;
  return isApproved(party)
    ? 'the party exists and has approved a data request, but has no current credential of its provider'
    : 'the party exists, but has not approved any data request of this institution';
}

/** Explains why nothing was found for an e-mail or username, given in lower case. */
export function explainHandle({ id, world }: Sandbox, handle: string): string {
  return world.partiesByHandle(handle).length > 0
    ? 'a party with this e-mail or username exists, but has not disclosed it to this institution'
    : `nobody in sandbox "${id}" has this e-mail or username`;
}
