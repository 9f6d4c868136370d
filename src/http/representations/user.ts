/** InstitutionUser as it goes over the wire (specification section 2.4). */

import { isoTimestamp } from '../../domain/clock.js';
import { requestKycStatus } from '../../domain/credential-status.js';
import { instant } from '../../domain/moment.js';
import { fullName } from '../../domain/model.js';
import type { Now } from '../../domain/now.js';
import type { UserRow } from '../../domain/world/users/query.js';

/** A row of the users list. */
export function representUser({ party, request }: UserRow, time: Now): object {
  return {
    id: request.id,
    proposalId: request.proposalId,
    partyId: party.partyId,
    reqStatus: request.status,
    kycStatus: requestKycStatus(party, request, time),
    kycProvider: request.provider,
    fullName: fullName(party),
    email: party.email,
    status: party.status,
    regDate: isoTimestamp(instant(request.requestedAt, time.epoch)),
  };
}
