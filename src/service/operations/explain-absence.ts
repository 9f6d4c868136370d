/** Why the institution does not find what it asks for: there is none, or it may not see it. The service tells both alike. */

import { isApproved } from '../../domain/world/model.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';

/** Of a credential that was not found. */
export function explainContract({ id, world }: Sandbox, contractId: string): string {
  if (world.holding(contractId) === undefined) return `there is no credential with this contract ID in sandbox "${id}"`;
  return 'the credential exists, but belongs to a party that has not disclosed it to this institution';
}

/** Of a party about which nothing was found. */
export function explainParty({ id, world }: Sandbox, partyId: string): string {
  const party = world.party(partyId);
  if (party === undefined) return `there is no party with this ID in sandbox "${id}"`;
  if (isApproved(party))
    return 'the party exists and has approved a data request, but has no current credential of its provider';
  return 'the party exists, but has not approved any data request of this institution';
}

/** Of an e-mail or username, in lower case, by which nothing was found. */
export function explainHandle({ id, world }: Sandbox, handle: string): string {
  const exists = world.partiesByHandle(handle).length > 0;
  return exists
    ? 'a party with this e-mail or username exists, but has not disclosed it to this institution'
    : `nobody in sandbox "${id}" has this e-mail or username`;
}
