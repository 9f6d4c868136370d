/**
 * Events: the only way to change a world. An event is a plain object, the list of all events is the history of the
 * sandbox, and a pure function applies an event to its party.
 */

import type { CredentialState, DataRequest, HeldCredential, Party, RequestStatus } from './model.js';
import type { Moment } from '../time/moment.js';

/** Changes of a party's account; null removes a member. */
export type AccountChanges = Pick<Party, 'email' | 'firstName' | 'lastName' | 'status'> &
  Readonly<Partial<Record<'username' | 'alias' | 'scenario', string | null>>>;

/** What happens to a party: the members of an event of each type, beside the type and the ID of the party. */
interface PartyEvents {
  /** A party was added. */
  readonly 'party-added': { readonly party: Party };
  /** A party's account changed. */
  readonly 'party-changed': { readonly changes: AccountChanges };
  /** The institution requested a party's credentials of one provider. */
  readonly 'data-requested': { readonly request: DataRequest };
  /** A data request got a new status: the party decided, or the request expired. PENDING: it stays undecided. */
  readonly 'data-request-decided': { readonly requestId: number; readonly status: RequestStatus };
  /** A provider issued a credential. */
  readonly 'credential-issued': { readonly credential: HeldCredential };
  /** A credential was revoked, archived or superseded. */
  readonly 'credential-changed': { readonly contractId: string; readonly state: CredentialState };
  /** The expiry time of a credential changed. */
  readonly 'credential-expiry-moved': { readonly contractId: string; readonly expiresAt: Moment };
}

interface WorldEvents extends PartyEvents {
  /** A change was undone: the party is `party` again. Null: the party is as in the base, which may lack it. */
  readonly 'party-restored': { readonly party: Party | null };
}

/** An event of one of these types. */
export type WorldEvent<Type extends keyof WorldEvents = keyof WorldEvents> = {
  [Each in Type]: { readonly type: Each; readonly partyId: string } & WorldEvents[Each];
}[Type];

/** What happens to a party. */
export type PartyEvent = WorldEvent<keyof PartyEvents>;

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
 *   or has another ID than the event
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
      // A change to null removes the member.
      return Object.fromEntries(
        Object.entries({ ...party, ...event.changes }).filter(([, value]) => value !== null),
      ) as unknown as Party;
    case 'data-requested':
      return { ...party, requests: [...party.requests, event.request] };
    case 'data-request-decided': {
      const { requestId, status } = event;
      const isMeant = ({ id }: DataRequest): boolean => id === requestId;
      if (!party.requests.some(isMeant)) throw new WorldEventError(event, `there is no data request ${requestId}`);

      const decided = status === 'PENDING' ? { status, staysPending: true as const } : { status };
      return { ...party, requests: withChanged(party.requests, isMeant, decided) };
    }
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

function withChanged<Item>(items: readonly Item[], isMeant: (item: Item) => boolean, changes: Partial<Item>): Item[] {
  return items.map((item) => (isMeant(item) ? { ...item, ...changes } : item));
}

function withCredential(
  party: Party,
  event: WorldEvent<'credential-changed' | 'credential-expiry-moved'>,
  changes: Partial<HeldCredential>,
): Party {
  const { contractId } = event;
  const isMeant = (held: HeldCredential): boolean => held.contractId === contractId;
  if (!party.credentials.some(isMeant)) throw new WorldEventError(event, `there is no credential ${contractId}`);
  return { ...party, credentials: withChanged(party.credentials, isMeant, changes) };
}
