/**
 * Events: the only way a world changes. Each is a small plain object; the list of them is the sandbox's history.
 * What an event does to its party is a pure function.
 */

import type { CredentialState, DataRequest, Party, RequestStatus } from '../model.js';

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

/** Somebody acted on a credential. */
export interface CredentialChanged {
  readonly type: 'credential-changed';
  readonly partyId: string;
  readonly contractId: string;
  readonly state: CredentialState;
}

export type WorldEvent = DataRequested | DataRequestDecided | CredentialChanged;

/** The party as the event leaves it. */
export function partyAfter(party: Party, event: WorldEvent): Party {
  switch (event.type) {
    case 'data-requested':
      return { ...party, requests: [...party.requests, event.request] };
    case 'data-request-decided': {
      const decided = party.requests.map((request) => (request.id === event.requestId ? { ...request, status: event.status } : request));
      return { ...party, requests: decided };
    }
    case 'credential-changed': {
      const changed = party.credentials.map((held) => (held.contractId === event.contractId ? { ...held, state: event.state } : held));
      return { ...party, credentials: changed };
    }
  }
}
