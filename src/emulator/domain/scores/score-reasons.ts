/** How each part of a score comes about, and what would change it: sentences for people. */

import type { components } from '../../../contract/control-schemas.js';
import { PROVIDERS } from '../world/model.js';
import { FULL_AGE_DAYS, MAXIMA, POINTS_PER_POWER_OF_TEN, type HumanScore, type Part } from './human-score.js';
import { oldestAge, socialReach, type ScoreDetails } from './score-details.js';

/** The reason for one part of a score. `part` is the name of a member in the score's breakdown. */
export type ScoreReason = components['schemas']['ScoreReason'];

/** The reasons for all parts. Only disclosed and valid credentials count. */
export function scoreReasons({ breakdown, details }: HumanScore): ScoreReason[] {
  return Object.entries(REASONS).map(([name, reasonFor]) => {
    const part = name as Part;
    return { part, points: breakdown[part], most: MAXIMA[part], ...reasonFor(details) };
  });
}

/** What changes the score for consistency. The index is the number of addresses: none, one, or several. */
const EMAIL_CHANGES = [
  'A credential with an address raises it.',
  'A credential with another address lowers it.',
  'It is full once the credentials with other addresses are revoked or expire.',
];

/** For each part of the score: why it is as high as it is, and what would change it. */
const REASONS: Readonly<Record<Part, (details: ScoreDetails) => Pick<ScoreReason, 'reason' | 'change'>>> = {
  accountAgeScore: (details) => {
    const age = oldestAge(details);
    return {
      reason: `The oldest account is ${age} days old; ${FULL_AGE_DAYS} days earn the most.`,
      change:
        age < FULL_AGE_DAYS
          ? `It grows with the clock, and is full in ${FULL_AGE_DAYS - age} days.`
          : 'It falls if the credentials of all older accounts are revoked or expire.',
    };
  },
  socialMetricsScore: (details) => ({
    reason: `The accounts reach ${socialReach(details)} people; each power of ten earns ${POINTS_PER_POWER_OF_TEN} points.`,
    change: 'A credential whose account has followers or contacts raises it until it is full.',
  }),
  emailConsistencyScore: ({ emailConsistency }) => {
    const { uniqueEmails, consistencyScore } = emailConsistency;
    const share = `${Math.round(100 * consistencyScore)} % of the email addresses are the same one.`;
    return {
      reason: uniqueEmails.length === 0 ? 'No credential has an email address.' : share,
      change: EMAIL_CHANGES[Math.min(uniqueEmails.length, 2)]!,
    };
  },
  providerCountScore: ({ accountAges, providerCount }) => {
    const missing = PROVIDERS.filter((provider) => !accountAges.some((account) => account.provider === provider));
    return {
      reason: `Credentials of ${providerCount} of ${PROVIDERS.length} providers count.`,
      change:
        missing.length === 0
          ? 'It falls with each provider whose credentials are revoked or expire.'
          : `A credential of another provider raises it: ${missing.join(', ')}.`,
    };
  },
};
