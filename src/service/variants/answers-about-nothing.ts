/** Answers that keep their form although there is nothing to tell. */

import type { HumanScore } from '../../domain/scores/human-score.js';
import type { VerificationStatus } from '../representations/verification-status.js';

/** The score of somebody about whom nothing is known. */
export const NO_SCORE: HumanScore = {
  totalScore: 0,
  confidenceLevel: 'low',
  breakdown: { accountAgeScore: 0, socialMetricsScore: 0, emailConsistencyScore: 0, providerCountScore: 0 },
  badges: [],
  details: {
    accountAges: [],
    socialMetrics: [],
    emailConsistency: { uniqueEmails: [], consistencyScore: 0 },
    providerCount: 0,
    allUserInfo: [],
    allTokenClaims: [],
  },
};

/** The status of a link that is no longer good. */
export function goneLink(
  status: 'expired' | 'not_found',
  message: string,
): Omit<VerificationStatus, 'status'> & { readonly status: string } {
  return {
    status,
    color: 'red',
    isActive: false,
    contractId: null,
    credentialData: null,
    issuedAt: null,
    expiredAt: null,
    isArchived: false,
    isSuperseded: false,
    isRevoked: false,
    message,
    kycProvider: null,
  };
}
