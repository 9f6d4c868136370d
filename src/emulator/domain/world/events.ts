/**
 * Events: the only way to change a world. An event is a plain object, the list of all events is the history of the
 * sandbox, and a pure function applies an event to its party.
 */

import type { components } from '../../../contract/document-schemas.js';
import type { DataRequest, HeldCredential, Party } from './model.js';

type AnyEvent = components['schemas']['event'];

/** An event of one of these types; `spec/state.schema.json` describes them. */
export type WorldEvent<Type extends AnyEvent['type'] = AnyEvent['type']> = Extract<AnyEvent, { readonly type: Type }>;

/** What happens to a party. To restore a party is no such event: it undoes others. */
export type PartyEvent = Exclude<AnyEvent, WorldEvent<'party-restored'>>;

/** Changes of a party's account; null removes a member. */
export type AccountChanges = WorldEvent<'party-changed'>['changes'];

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

  if (event.type === 'data-requested') return { ...party, requests: [...party.requests, event.request] };
  if (event.type === 'credential-issued') return { ...party, credentials: [...party.credentials, event.credential] };
  if (event.type === 'credential-changed') return withCredential(party, event, { state: event.state });
  if (event.type === 'credential-expiry-moved') return withCredential(party, event, { expiresAt: event.expiresAt });
  if (event.type === 'party-changed') {
    // A change to null removes the member.
    const members = Object.entries({ ...party, ...event.changes }).filter(([, value]) => value !== null);
    return Object.fromEntries(members) as unknown as Party;
  }

  // The remaining type is `data-request-decided`.
  const { requestId, status } = event;
  const isMeant = ({ id }: DataRequest): boolean => id === requestId;
  if (!party.requests.some(isMeant)) throw new WorldEventError(event, `there is no data request ${requestId}`);

  // Somebody who makes a request pending wants it to stay so. By itself, it would lapse after some time.
  const decided = status === 'PENDING' ? { status, staysPending: true as const } : { status };
  return { ...party, requests: withChanged(party.requests, isMeant, decided) };
}

/**
 * The party after any event; null if the party is as in the base.
 * @param changed the party before the event; null or undefined if the party is as in the base
 */
export function changedAfter(
  changed: Party | null | undefined,
  event: WorldEvent,
  base: { party(partyId: string): Party | undefined },
): Party | null {
  return event.type === 'party-restored' ? event.party : partyAfter(changed ?? base.party(event.partyId), event);
}

/** The items, of which those that are meant have the changes. */
function withChanged<Item>(items: readonly Item[], isMeant: (item: Item) => boolean, changes: Partial<Item>): Item[] {
  return items.map((item) => (isMeant(item) ? { ...item, ...changes } : item));
}

/** The party with a changed credential. @throws WorldEventError if it has no such credential */
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
