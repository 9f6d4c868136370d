/** Badges, which follow from the details of a score. */

import rules from './badges.json' with { type: 'json' };
import { oldestAge, socialReach, type ScoreDetails } from './score-details.js';

export interface Badge {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly level: Level;
  readonly category: 'age' | 'reach' | 'providers' | 'consistency';
}

type Level = 'bronze' | 'silver' | 'gold' | 'platinum';

/** What the thresholds of a badge are compared with. `badges.json` says which badge rests on which. */
const FIGURES = {
  oldestAge,
  socialReach,
  providerCount: (details: ScoreDetails) => details.providerCount,
  consistentProviders: ({ emailConsistency, providerCount }: ScoreDetails) =>
    emailConsistency.consistencyScore === 1 ? providerCount : 0,
};

interface BadgeRule extends Omit<Badge, 'level'> {
  /** The lowest figure for each level. */
  readonly thresholds: Readonly<Record<Level, number>>;
  readonly figure: keyof typeof FIGURES;
}

/** The badges that the details earn, each at its highest level. */
export function awardBadges(details: ScoreDetails): Badge[] {
  return (rules as readonly BadgeRule[]).flatMap(({ thresholds, figure, ...badge }) => {
    const reached = FIGURES[figure](details);
    const level = LEVELS.find((candidate) => reached >= thresholds[candidate]);
    return level === undefined ? [] : [{ ...badge, level }];
  });
}

const LEVELS: readonly Level[] = ['platinum', 'gold', 'silver', 'bronze'];
