/** Fills in what an entry of a fixture leaves out. */

import { LATEST_MOMENT, parseMoment } from '../../domain/time/moment.js';
import { usualCreation } from '../../domain/world/account-age.js';
import { VALIDITY } from '../../domain/world/disclosure.js';
import type { Moment } from '../../domain/time/moment.js';
import type { DataRequest, HeldCredential, Party } from '../../domain/world/model.js';
import type { CredentialEntry, PartyEntry, RequestEntry } from './documents.js';

/** Numbers that an entry does not contain. */
export interface PartyNumbers {
  readonly userId: number;
  /** Returns the IDs of the next data request. */
  readonly nextRequest: () => Pick<DataRequest, 'id' | 'proposalId'>;
}

/** The party of an entry. The entry is validated, and its moments can be parsed. */
export function completeParty(entry: PartyEntry, { userId, nextRequest }: PartyNumbers): Party {
  return {
    partyId: entry.partyId,
    userId: entry.userId ?? userId,
    ...(entry.email !== undefined && { email: entry.email }),
    ...(entry.username !== undefined && { username: entry.username }),
    ...(entry.alias !== undefined && { alias: entry.alias }),
    ...(entry.firstName !== undefined && { firstName: entry.firstName }),
    ...(entry.lastName !== undefined && { lastName: entry.lastName }),
    ...(entry.status !== null && { status: entry.status }),
    ...(entry.scenario !== undefined && { scenario: entry.scenario }),
    credentials: entry.credentials.map((credential) => completeCredential(credential, entry)),
    requests: (entry.requests ?? defaultRequests(entry)).map(({ provider, status, requestedAt }) => ({
      ...nextRequest(),
      provider,
      status,
      ...(requestedAt !== undefined && { requestedAt: parseMoment(requestedAt)! }),
    })),
  };
}

function completeCredential(
  { accountCreatedAt, issuedAt, expiresAt, ...credential }: CredentialEntry,
  { credentials }: PartyEntry,
): HeldCredential {
  const issued = parseMoment(issuedAt)!;
  const first = credentials.find(({ provider }) => provider === credential.provider)!;
  const created = accountCreatedAt ?? first.accountCreatedAt;
  return {
    ...credential,
    accountCreatedAt: created === undefined ? usualCreation(parseMoment(first.issuedAt)!) : parseMoment(created)!,
    issuedAt: issued,
    expiresAt: expiresAt === undefined ? later(issued, VALIDITY) : parseMoment(expiresAt)!,
  };
}

/** One approved request for each provider, at the time of its first credential. */
function defaultRequests({ credentials }: PartyEntry): RequestEntry[] {
  const first = new Map<CredentialEntry['provider'], string>();
  for (const { provider, issuedAt } of credentials) if (!first.has(provider)) first.set(provider, issuedAt);
  return [...first].map(([provider, requestedAt]) => ({ provider, status: 'APPROVED', requestedAt }));
}

function later(moment: Moment, by: number): Moment {
  return 'at' in moment ? { at: Math.min(moment.at + by, LATEST_MOMENT) } : { sinceStart: moment.sinceStart + by };
}
