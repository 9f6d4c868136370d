/** Makes complete what people leave out of a party in a fixture. */

import type { DataRequest, HeldCredential, Moment, Party } from '../../domain/world/model.js';
import { LATEST_MOMENT, parseMoment } from '../../domain/time/moment.js';
import type { CredentialEntry, PartyEntry, RequestEntry } from '../../domain/world/fixture.js';

const VALIDITY = 365 * 86_400_000;

/** What a party's entry does not say itself. */
export interface PartyNumbers {
  readonly userId: number;
  /** Names the next data request. */
  readonly nextRequest: () => Pick<DataRequest, 'id' | 'proposalId'>;
}

/** The party that an entry describes, its shape checked and its moments readable. */
export function completeParty(entry: PartyEntry, { userId, nextRequest }: PartyNumbers): Party {
  return {
    partyId: entry.partyId,
    userId: entry.userId ?? userId,
    email: entry.email,
    ...(entry.username !== undefined && { username: entry.username }),
    ...(entry.alias !== undefined && { alias: entry.alias }),
    firstName: entry.firstName,
    lastName: entry.lastName,
    status: entry.status,
    ...(entry.scenario !== undefined && { scenario: entry.scenario }),
    credentials: entry.credentials.map(completeCredential),
    requests: (entry.requests ?? defaultRequests(entry)).map(({ provider, status, requestedAt }) => ({
      ...nextRequest(),
      provider,
      status,
      requestedAt: parseMoment(requestedAt)!,
    })),
  };
}

/** The credential that an entry describes; it is valid for a year unless the entry says otherwise. */
export function completeCredential({ issuedAt, expiresAt, ...credential }: CredentialEntry): HeldCredential {
  const issued = parseMoment(issuedAt)!;
  return {
    ...credential,
    issuedAt: issued,
    expiresAt: expiresAt === undefined ? later(issued, VALIDITY) : parseMoment(expiresAt)!,
  };
}

function defaultRequests({ credentials }: PartyEntry): RequestEntry[] {
  const first = new Map<CredentialEntry['provider'], string>();
  for (const { provider, issuedAt } of credentials) if (!first.has(provider)) first.set(provider, issuedAt);
  return [...first].map(([provider, requestedAt]) => ({ provider, status: 'APPROVED', requestedAt }));
}

function later(moment: Moment, by: number): Moment {
  return 'at' in moment ? { at: Math.min(moment.at + by, LATEST_MOMENT) } : { sinceStart: moment.sinceStart + by };
}
