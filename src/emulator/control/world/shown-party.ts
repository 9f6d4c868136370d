/** A party as the control plane shows it: everything there is, disclosed or not, with absolute times. */

import { instant } from '../../domain/time/moment.js';
import { isoTimestamp } from '../../domain/time/timestamp.js';
import { accountCreatedAt } from '../../domain/world/account-age.js';
import { isExpired } from '../../domain/world/credential-status.js';
import { isDisclosed, type DataRequest, type HeldCredential, type Party } from '../../domain/world/model.js';
import type { World } from '../../domain/world/world.js';
import type { ShownCredential, ShownParty, ShownRequest } from './documents.js';

/** What the institution sees of one party: parts of the service's responses, in their format. */
export interface SeenParty {
  /** Its rows of the users list. */
  readonly users: readonly object[];
  /** What it has disclosed. */
  readonly credentials: readonly object[];
  /** Its score; null if the service responds with 404. */
  readonly humanScore: object | null;
  /** What a verification link of each disclosed credential shows. */
  readonly links: readonly object[];
}

/** The party at the current time. */
export function showParty(party: Party, world: World): ShownParty {
  const { credentials, requests, ...account } = party;
  return {
    ...account,
    changed: world.isChanged(party.partyId),
    credentials: credentials.map((credential) => showCredential(party, credential, world)),
    requests: requests.map((request) => showRequest(request, world)),
  };
}

/** The credential at the current time. */
export function showCredential(party: Party, credential: HeldCredential, world: World): ShownCredential {
  const time = world.time();
  return {
    contractId: credential.contractId,
    provider: credential.provider,
    accountCreatedAt: isoTimestamp(accountCreatedAt(credential, time.epoch)),
    issuedAt: isoTimestamp(instant(credential.issuedAt, time.epoch)),
    expiresAt: isoTimestamp(instant(credential.expiresAt, time.epoch)),
    state: credential.state,
    expired: isExpired(credential, time),
    disclosed: isDisclosed(party, credential),
    metadata: credential.metadata,
    social: credential.social,
  };
}

/** The data request at the current time. */
export function showRequest({ requestedAt, ...request }: DataRequest, { epoch }: World): ShownRequest {
  return {
    ...request,
    ...(requestedAt !== undefined && { requestedAt: isoTimestamp(instant(requestedAt, epoch)) }),
  };
}
