/** Fills in what an entry of a fixture leaves out. */

import { withoutUndefined } from '../../../common/json.js';
import { type Moment, parseMoment } from '../../domain/time/moment.js';
import { usualCreation } from '../../domain/world/account-age.js';
import { usualExpiry, VALIDITY } from '../../domain/world/disclosure.js';
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
  const { partyId, email, username, alias, firstName, lastName, scenario } = entry;
  return {
    partyId,
    userId: entry.userId ?? userId,
    ...withoutUndefined({ email, username, alias, firstName, lastName, status: entry.status ?? undefined, scenario }),
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
    expiresAt: expiresAt === undefined ? usualExpiryOf(issued) : parseMoment(expiresAt)!,
  };
}

/** One approved request for each provider, at the time of its first credential. */
function defaultRequests({ credentials }: PartyEntry): RequestEntry[] {
  const first = new Map<CredentialEntry['provider'], string>();
  for (const { provider, issuedAt } of credentials) if (!first.has(provider)) first.set(provider, issuedAt);
  return [...first].map(([provider, requestedAt]) => ({ provider, status: 'APPROVED', requestedAt }));
}

function usualExpiryOf(moment: Moment): Moment {
  return 'at' in moment ? { at: usualExpiry(moment.at) } : { sinceStart: moment.sinceStart + VALIDITY };
}
