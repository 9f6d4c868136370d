/** Badges, which follow from the details of a score. */

import type { components } from '../../../contract/service-schemas.js';
import rules from './badges.json' with { type: 'json' };
import { oldestAge, socialReach, type ScoreDetails } from './score-details.js';

type Badge = components['schemas']['Badge'];
type Level = Badge['level'];

/** Figures that the thresholds of badges are compared with. `badges.json` names the figure of each badge. */
const FIGURES = {
  oldestAge,
  socialReach,
  providerCount: (details: ScoreDetails) => details.providerCount,
  consistentProviders: ({ emailConsistency, providerCount }: ScoreDetails) =>
    emailConsistency.consistencyScore === 1 ? providerCount : 0,
};

/** A badge, and the figure for which it is earned. */
interface BadgeRule extends Omit<Badge, 'level'> {
  /** The lowest figure that reaches each level. */
  readonly thresholds: Readonly<Record<Level, number>>;
  readonly figure: keyof typeof FIGURES;
}

/** The badges that the details earn, each at its highest level. */
export function awardBadges(details: ScoreDetails): Badge[] {
  return (rules as readonly BadgeRule[]).flatMap(({ thresholds, figure, ...badge }) => {
    const reached = FIGURES[figure](details);
    const level = LEVELS.find((candidate) => reached >= thresholds[candidate]);
    return level === undefined ? [] : { ...badge, level };
  });
}

/** The levels, the highest first, so that a search finds the highest one that is reached. */
const LEVELS: readonly Level[] = ['platinum', 'gold', 'silver', 'bronze'];
