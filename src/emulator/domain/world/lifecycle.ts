/** Which events of data requests and credentials are possible, and when. `docs/lifecycle.md` shows their effects. */

import { requestStatus, standingOf } from './credential-status.js';
import type { WorldEvent } from './events.js';
import type { CredentialState, DataRequest, Party, RequestStatus } from './model.js';
import type { Now } from '../time/now.js';
import type { StandingRules } from './standing-rules.js';

/** The statuses that a data request can get, by its present status. */
export const DECISIONS: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  PENDING: ['APPROVED', 'REJECTED', 'EXPIRED'],
  APPROVED: ['REJECTED', 'EXPIRED'],
  REJECTED: [],
  EXPIRED: [],
};

/**
 * The states that a credential can get, by its present state. An expired credential still has the state `active`: it
 * can be renewed.
 */
export const CHANGES: Readonly<Record<CredentialState, readonly CredentialState[]>> = {
  active: ['revoked', 'archived', 'superseded'],
  revoked: [],
  archived: [],
  superseded: [],
};

/**
 * The pending or approved data request for a provider. There is at most one for each party and provider.
 * @param party the party as `partyAt` returns it
 */
export function openRequest({ requests }: Party, provider: DataRequest['provider']): DataRequest | undefined {
  const open = requests.filter(({ status }) => status === 'PENDING' || status === 'APPROVED');
  return open.find((request) => request.provider === provider);
}

/**
 * The party with the statuses that its data requests have at a time: a pending one may have lapsed.
 * @param rules the rules of the sandbox's contract; default: those without variants
 */
export function partyAt(party: Party, time: Now, rules?: Pick<StandingRules, 'undecided'>): Party {
  const requests = party.requests.map((request) => ({ ...request, status: requestStatus(request, time, rules) }));
  return { ...party, requests };
}

/**
 * The event that keeps a data request pending until it is decided. Undefined if the request does not lapse before that.
 * @param event the decision
 * @param time when the decision happens
 */
export function pendingUntilDecision(event: WorldEvent, { requests }: Party, time: Now): WorldEvent | undefined {
  if (event.type !== 'data-request-decided') return undefined;

  const request = requests.find(({ id }) => id === event.requestId);
  const lapses = request?.status === 'PENDING' && requestStatus(request, time) !== 'PENDING';

  return lapses ? { ...event, status: 'PENDING' } : undefined;
}

/** Whether the party has a valid credential of the provider. The KYC provider SUMSUB issues no credentials. */
export function canDisclose({ credentials }: Party, provider: DataRequest['provider'], time: Now): boolean {
  if (provider === 'SUMSUB') return true;
  const held = credentials.filter((credential) => credential.provider === provider);
  // Blocked parties can disclose too, so the check ignores the block.
  return held.some((credential) => standingOf({ status: 'ACTIVE' }, credential, time) === 'valid');
}

/**
 * Why an event is not possible at that time, with the remedy, as a sentence; undefined if it is possible.
 * @param party the party before the event, as `partyAt` returns it
 */
export function obstacleTo(event: WorldEvent, party: Party, time: Now): string | undefined {
  if (event.type === 'data-requested') return obstacleToRequest(event.request, party, time);
  if (event.type === 'data-request-decided') return obstacleToDecision(event, party, time);
  if (event.type === 'credential-changed') return obstacleToChange(event.contractId, party, event.state);
  // Only active credentials can be superseded, and only active credentials can get another expiry.
  if (event.type === 'credential-expiry-moved') return obstacleToChange(event.contractId, party, 'superseded');

  return undefined;
}

/** Why a data request with this status cannot be added to the party. */
function obstacleToRequest({ provider, status }: DataRequest, party: Party, time: Now): string | undefined {
  if (status !== 'PENDING' && status !== 'APPROVED') return undefined;

  const open = openRequest(party, provider);
  if (open?.status === 'PENDING')
    return `Party "${party.partyId}" has a pending data request for ${provider} already, ${open.id}; decide that one.`;
  if (open !== undefined)
    return `Party "${party.partyId}" has approved data request ${open.id} for ${provider} already; another one is possible when that has been rejected or has expired.`;

  return status === 'APPROVED' ? obstacleToApproval(provider, party, time) : undefined;
}

/** Why a data request cannot be decided so. */
function obstacleToDecision(
  { requestId, status }: WorldEvent<'data-request-decided'>,
  party: Party,
  time: Now,
): string | undefined {
  const request = party.requests.find(({ id }) => id === requestId);
  // An unknown request is another error, and the decision that was made before changes nothing.
  if (request === undefined || request.status === status) return undefined;
  if (!DECISIONS[request.status].includes(status))
    return `Data request ${requestId} is ${request.status} for good; request the data of party "${party.partyId}" again.`;

  return status === 'APPROVED' ? obstacleToApproval(request.provider, party, time) : undefined;
}

/** Why no request for this provider can be approved. */
function obstacleToApproval(provider: DataRequest['provider'], party: Party, time: Now): string | undefined {
  if (canDisclose(party, provider, time)) return undefined;
  return `Party "${party.partyId}" has no valid credential of ${provider} to disclose; issue one, which also approves a pending data request.`;
}

/** Why a credential cannot get this state. */
function obstacleToChange(contractId: string, { credentials }: Party, state: CredentialState): string | undefined {
  const held = credentials.find((credential) => credential.contractId === contractId);
  if (held === undefined || CHANGES[held.state].includes(state)) return undefined;
  return `The credential "${contractId}" is ${held.state}; only active ones can change.`;
}
