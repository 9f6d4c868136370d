/** InstitutionUser in the format of the service (specification section 2.4). */

import { isoTimestamp } from '../../domain/time/timestamp.js';
import { requestKycStatus, requestStatus } from '../../domain/world/credential-status.js';
import { instant } from '../../domain/time/moment.js';
import type { Now } from '../../domain/time/now.js';
import { USUAL_RULES, type StandingRules } from '../../domain/world/standing-rules.js';
import { shownIdentity, type UserRow } from '../../domain/world/users-list.js';

/** A row of the users list. */
export function representUser({ party, request }: UserRow, time: Now, rules: StandingRules = USUAL_RULES): object {
  const { fullName, email } = shownIdentity({ party, request }, rules);
  return {
    id: request.id,
    proposalId: request.proposalId,
    partyId: party.partyId,
    reqStatus: requestStatus(request, time, rules),
    kycStatus: requestKycStatus(party, request, time, rules),
    kycProvider: request.provider,
    ...(fullName !== undefined && { fullName }),
    ...(email !== undefined && { email }),
    ...(party.status !== undefined && { status: party.status }),
    ...(request.requestedAt !== undefined && { regDate: isoTimestamp(instant(request.requestedAt, time.epoch)) }),
  };
}
