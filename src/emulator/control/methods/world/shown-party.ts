/** A party as the control plane shows it: all of its data, disclosed or not, with absolute times. */

import { instant } from '../../../domain/time/moment.js';
import { isoTimestamp } from '../../../domain/time/timestamp.js';
import { accountCreatedAt } from '../../../domain/world/account-age.js';
import { isExpired } from '../../../domain/world/credential-status.js';
import { isDisclosed, type DataRequest, type HeldCredential, type Party } from '../../../domain/world/model.js';
import type { World } from '../../../domain/world/world.js';
import type { Schemas } from '../../documents.js';

/** @param party the party, whose data requests have their present statuses */
export function showParty(party: Party, world: World): Schemas['Party'] {
  const { credentials, requests, ...account } = party;
  return {
    ...account,
    changed: world.isChanged(party.partyId),
    credentials: credentials.map((credential) => showCredential(party, credential, world)),
    requests: requests.map((request) => showRequest(request, world)),
  };
}

/** The credential at the current time. */
export function showCredential(party: Party, credential: HeldCredential, world: World): Schemas['Credential'] {
  const time = world.time();
  const { issuedAt, expiresAt } = credential;
  return {
    ...credential,
    accountCreatedAt: isoTimestamp(accountCreatedAt(credential, time.epoch)),
    issuedAt: isoTimestamp(instant(issuedAt, time.epoch)),
    expiresAt: isoTimestamp(instant(expiresAt, time.epoch)),
    expired: isExpired(credential, time),
    disclosed: isDisclosed(party, credential),
  };
}

/** The data request with an absolute time. */
export function showRequest(request: DataRequest, world: World): Schemas['DataRequest'] {
  const { id, proposalId, provider, status, requestedAt } = request;
  const shown = { id, proposalId, provider, status };
  return requestedAt === undefined ? shown : { ...shown, requestedAt: isoTimestamp(instant(requestedAt, world.epoch)) };
}
