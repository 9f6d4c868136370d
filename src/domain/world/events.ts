/**
 * Events: the only way a world changes. Each is a small plain object; the list of them is the sandbox's history.
 * What an event does to its party is a pure function.
 */

import type {
  CredentialState,
  DataRequest,
  HeldCredential,
  Moment,
  Party,
  RequestStatus,
  UserStatus,
} from './model.js';

/** Somebody joined. */
export interface PartyAdded {
  readonly type: 'party-added';
  readonly partyId: string;
  readonly party: Party;
}

/** What of a party's account can change; null takes away. */
export interface AccountChanges {
  readonly email?: string;
  readonly username?: string | null;
  readonly alias?: string | null;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly status?: UserStatus;
  readonly scenario?: string | null;
}

/** A party's account is no longer what it was. */
export interface PartyChanged {
  readonly type: 'party-changed';
  readonly partyId: string;
  readonly changes: AccountChanges;
}

/** The institution asked a party for its credentials of one provider. */
export interface DataRequested {
  readonly type: 'data-requested';
  readonly partyId: string;
  readonly request: DataRequest;
}

/** The party, or time, decided a data request. */
export interface DataRequestDecided {
  readonly type: 'data-request-decided';
  readonly partyId: string;
  readonly requestId: number;
  readonly status: RequestStatus;
}

/** A provider vouched for a party. */
export interface CredentialIssued {
  readonly type: 'credential-issued';
  readonly partyId: string;
  readonly credential: HeldCredential;
}

/** Somebody acted on a credential. */
export interface CredentialChanged {
  readonly type: 'credential-changed';
  readonly partyId: string;
  readonly contractId: string;
  readonly state: CredentialState;
}

/** A credential ends at another time than it was issued for. */
export interface CredentialExpiryMoved {
  readonly type: 'credential-expiry-moved';
  readonly partyId: string;
  readonly contractId: string;
  readonly expiresAt: Moment;
}

export type WorldEvent =
  | PartyAdded
  | PartyChanged
  | DataRequested
  | DataRequestDecided
  | CredentialIssued
  | CredentialChanged
  | CredentialExpiryMoved;

/** Thrown where an event does not fit the world. */
export class WorldEventError extends Error {
  override readonly name = 'WorldEventError';

  constructor({ type, partyId }: WorldEvent, reason: string) {
    super(`event "${type}" of ${partyId}: ${reason}`);
  }
}

/**
 * The party as the event leaves it; `party` is undefined where there is none yet.
 * @throws WorldEventError where the event names what does not exist, or adds what does
 */
export function partyAfter(party: Party | undefined, event: WorldEvent): Party {
  if (event.type === 'party-added') {
    if (party !== undefined) throw new WorldEventError(event, 'there is such a party already');
    return event.party;
  }
  if (party === undefined) throw new WorldEventError(event, 'there is no such party');
  switch (event.type) {
    case 'party-changed':
      return withChanges(party, event.changes);
    case 'data-requested':
      return { ...party, requests: [...party.requests, event.request] };
    case 'data-request-decided':
      return withDecision(party, event);
    case 'credential-issued':
      return { ...party, credentials: [...party.credentials, event.credential] };
    case 'credential-changed':
      return withCredential(party, event, { state: event.state });
    case 'credential-expiry-moved':
      return withCredential(party, event, { expiresAt: event.expiresAt });
  }
}

function withChanges(party: Party, changes: AccountChanges): Party {
  const changed = Object.entries({ ...party, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(changed) as unknown as Party;
}

function withDecision(party: Party, event: DataRequestDecided): Party {
  const { requestId, status } = event;
  if (!party.requests.some(({ id }) => id === requestId))
    throw new WorldEventError(event, `there is no data request ${requestId}`);
  return {
    ...party,
    requests: party.requests.map((request) => (request.id === requestId ? { ...request, status } : request)),
  };
}

function withCredential(
  party: Party,
  event: CredentialChanged | CredentialExpiryMoved,
  changes: Partial<HeldCredential>,
): Party {
  const { contractId } = event;
  if (!party.credentials.some((held) => held.contractId === contractId))
    throw new WorldEventError(event, `there is no credential ${contractId}`);
  return {
    ...party,
    credentials: party.credentials.map((held) => (held.contractId === contractId ? { ...held, ...changes } : held)),
  };
}
