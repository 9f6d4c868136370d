/**
 * Events: the only way to change a world. An event is a plain object, the list of all events is the history of the
 * sandbox, and a pure function applies an event to its party.
 */

import type { CredentialState, DataRequest, HeldCredential, Party, RequestStatus, UserStatus } from './model.js';
import type { Moment } from '../time/moment.js';

/** A party was added. */
export interface PartyAdded {
  readonly type: 'party-added';
  readonly partyId: string;
  readonly party: Party;
}

/** Changes of a party's account; null removes a member. */
export interface AccountChanges {
  readonly email?: string;
  readonly username?: string | null;
  readonly alias?: string | null;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly status?: UserStatus;
  readonly scenario?: string | null;
}

/** A party's account changed. */
export interface PartyChanged {
  readonly type: 'party-changed';
  readonly partyId: string;
  readonly changes: AccountChanges;
}

/** The institution requested a party's credentials of one provider. */
export interface DataRequested {
  readonly type: 'data-requested';
  readonly partyId: string;
  readonly request: DataRequest;
}

/** A data request got a new status: by the party's decision, or because it expired. */
export interface DataRequestDecided {
  readonly type: 'data-request-decided';
  readonly partyId: string;
  readonly requestId: number;
  readonly status: RequestStatus;
}

/** A provider issued a credential. */
export interface CredentialIssued {
  readonly type: 'credential-issued';
  readonly partyId: string;
  readonly credential: HeldCredential;
}

/** A credential was revoked, archived or superseded. */
export interface CredentialChanged {
  readonly type: 'credential-changed';
  readonly partyId: string;
  readonly contractId: string;
  readonly state: CredentialState;
}

/** The expiry time of a credential changed. */
export interface CredentialExpiryMoved {
  readonly type: 'credential-expiry-moved';
  readonly partyId: string;
  readonly contractId: string;
  readonly expiresAt: Moment;
}

/** A change of a party was undone. */
export interface PartyRestored {
  readonly type: 'party-restored';
  readonly partyId: string;
  /** The party as it was before; null if it is as in the base of the world again, which may not have it. */
  readonly party: Party | null;
}

/** What happens to a party. */
export type PartyEvent =
  | PartyAdded
  | PartyChanged
  | DataRequested
  | DataRequestDecided
  | CredentialIssued
  | CredentialChanged
  | CredentialExpiryMoved;

export type WorldEvent = PartyEvent | PartyRestored;

/** Thrown if an event cannot be applied to a world. */
export class WorldEventError extends Error {
  override readonly name = 'WorldEventError';

  constructor({ type, partyId }: WorldEvent, reason: string) {
    super(`event "${type}" of ${partyId}: ${reason}`);
  }
}

/**
 * The party after the event.
 * @param party the party before the event; undefined if there is none
 * @throws WorldEventError if the party, data request or credential does not exist, or if an added party exists already
 */
export function partyAfter(party: Party | undefined, event: PartyEvent): Party {
  if (event.type === 'party-added') {
    if (party !== undefined) throw new WorldEventError(event, 'there is such a party already');
    if (event.party.partyId !== event.partyId)
      throw new WorldEventError(event, `its party has another ID, ${event.party.partyId}`);
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

/**
 * The party after any event; null if it is as in the base.
 * @param changed the party before the event; null or undefined if it is as in the base
 */
export function changedAfter(
  changed: Party | null | undefined,
  event: WorldEvent,
  base: { party(partyId: string): Party | undefined },
): Party | null {
  return event.type === 'party-restored' ? event.party : partyAfter(changed ?? base.party(event.partyId), event);
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
