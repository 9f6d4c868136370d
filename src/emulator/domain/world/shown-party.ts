/** A party as the control plane shows it: everything there is, disclosed or not, with absolute times. */

import { isoTimestamp } from '../time/timestamp.js';
import { accountCreatedAt } from './account-age.js';
import { isExpired } from './credential-status.js';
import { isDisclosed, type DataRequest, type HeldCredential, type Party } from './model.js';
import { instant } from '../time/moment.js';
import type { World } from './world.js';

export interface ShownCredential extends Omit<HeldCredential, 'accountCreatedAt' | 'issuedAt' | 'expiresAt'> {
  /** When the account at the provider was created: ISO 8601 in UTC, as are all times here. */
  readonly accountCreatedAt: string;
  readonly issuedAt: string;
  readonly expiresAt: string;
  /** By the sandbox's clock. */
  readonly expired: boolean;
  /** Whether the institution may see it. */
  readonly disclosed: boolean;
}

export interface ShownRequest extends Omit<DataRequest, 'requestedAt'> {
  readonly requestedAt?: string;
}

export interface ShownParty extends Omit<Party, 'credentials' | 'requests'> {
  /** Whether it is no longer as it was when the sandbox began. */
  readonly changed: boolean;
  readonly credentials: readonly ShownCredential[];
  readonly requests: readonly ShownRequest[];
}

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
