/**
 * Events: the only way a world changes. Each is a small plain object; the list of them is the sandbox's history.
 * What an event does to its party is a pure function.
 */

import type { DataRequest, Party } from '../model.js';

/** The institution asked a party for its credentials of one provider. */
export interface DataRequested {
  readonly type: 'data-requested';
  readonly partyId: string;
  readonly request: DataRequest;
}

export type WorldEvent = DataRequested;

/** The party as the event leaves it. */
export function partyAfter(party: Party, event: WorldEvent): Party {
  return { ...party, requests: [...party.requests, event.request] };
}
