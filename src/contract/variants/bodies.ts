/** Parts of bodies that only variants send. */

/** The score of a party of which nothing is known. */
export const SCORE_OF_NOBODY = {
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
} as const;

export interface Score {
  readonly totalScore: number;
  readonly breakdown: Readonly<Record<string, number>>;
}

/** The most that each part of the breakdown can be: half a point more has to fit. */
const BREAKDOWN_MAXIMA = {
  accountAgeScore: 30,
  socialMetricsScore: 30,
  emailConsistencyScore: 20,
  providerCountScore: 20,
};

/** Half a point more, so that the level stays. A score of nothing, or of everything, stays as it is. */
export function withDecimals(score: Score): Score {
  const part = Object.entries(BREAKDOWN_MAXIMA).find(([name, most]) => (score.breakdown[name] ?? most) < most)?.[0];
  if (part === undefined || score.totalScore === 0) return score;
  const breakdown = { ...score.breakdown, [part]: score.breakdown[part]! + 0.5 };
  return { ...score, totalScore: score.totalScore + 0.5, breakdown };
}

/** The status of a link that has expired. */
export function statusOfLink(status: 'expired' | 'not_found', message: string): object {
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
