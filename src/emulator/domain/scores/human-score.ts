/**
 * The human score of a party, computed from its disclosed and valid credentials only (specification section 2.5). The
 * specification does not define the arithmetic. The emulator's arithmetic can be checked by hand: the total is the sum
 * of four parts with the maxima 30, 30, 20 and 20.
 */

import type { components } from '../../../contract/service-schemas.js';
import { awardBadges } from './badges.js';
import { selectedCredentials } from '../world/credential-status.js';
import { PROVIDERS, type HeldCredential, type Party } from '../world/model.js';
import type { StandingRules } from '../world/standing-rules.js';
import { USUAL_RULES } from '../world/usual-rules.js';
import type { Now } from '../time/now.js';
import { oldestAge, scoreDetails, socialReach } from './score-details.js';

export type HumanScore = components['schemas']['HumanScoreResult'];

type ScoreBreakdown = HumanScore['breakdown'];
export type Part = keyof ScoreBreakdown;

/** The most points that each part earns. */
export const MAXIMA: ScoreBreakdown = {
  accountAgeScore: 30,
  socialMetricsScore: 30,
  emailConsistencyScore: 20,
  providerCountScore: 20,
};
/** The age of an account, in days, that earns the whole part for age. */
export const FULL_AGE_DAYS = 365;
/** Points for each power of ten in the number of people reached. 100,000 people earn the whole social part. */
export const POINTS_PER_POWER_OF_TEN = 6;

/** The party's score at the given time. */
export function humanScore(party: Party, time: Now, rules: StandingRules = USUAL_RULES): HumanScore {
  return scoreOf(selectedCredentials(party, rules.scored, time, rules), time);
}

/** The score of a party with these credentials. */
export function scoreOf(credentials: readonly HeldCredential[], time: Now): HumanScore {
  const details = scoreDetails(credentials, time);
  const social = Math.round(POINTS_PER_POWER_OF_TEN * Math.log10(1 + socialReach(details)));
  const breakdown: ScoreBreakdown = {
    accountAgeScore: Math.round(MAXIMA.accountAgeScore * Math.min(1, oldestAge(details) / FULL_AGE_DAYS)),
    socialMetricsScore: Math.min(MAXIMA.socialMetricsScore, social),
    emailConsistencyScore: Math.round(MAXIMA.emailConsistencyScore * details.emailConsistency.consistencyScore),
    providerCountScore: Math.round((MAXIMA.providerCountScore * details.providerCount) / PROVIDERS.length),
  };
  const totalScore = Object.values(breakdown).reduce((sum, part) => sum + part);

  return { totalScore, confidenceLevel: confidenceLevel(totalScore), breakdown, badges: awardBadges(details), details };
}

/** The level of the total score, each of which covers 20 points. */
function confidenceLevel(totalScore: number): HumanScore['confidenceLevel'] {
  if (totalScore < 20) return 'low';
  if (totalScore < 40) return 'medium-low';
  if (totalScore < 60) return 'medium';

  return totalScore < 80 ? 'medium-high' : 'high';
}
