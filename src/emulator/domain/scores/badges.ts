/** Badges, which follow from the details of a score. */

import { oldestAge, socialReach, type ScoreDetails } from './score-details.js';

export interface Badge {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly level: Level;
  readonly category: 'age' | 'reach' | 'providers' | 'consistency';
}

type Level = 'bronze' | 'silver' | 'gold' | 'platinum';

/** The lowest figure for each level. */
type Thresholds = Readonly<Record<Level, number>>;

interface BadgeRule extends Omit<Badge, 'level'> {
  readonly thresholds: Thresholds;
  readonly figure: (details: ScoreDetails) => number;
}

const RULES: readonly BadgeRule[] = [
  {
    id: 'long-standing',
    name: 'Long standing',
    description: 'The oldest account has existed for a while.',
    category: 'age',
    thresholds: { bronze: 30, silver: 90, gold: 180, platinum: 365 },
    figure: oldestAge,
  },
  {
    id: 'well-known',
    name: 'Well known',
    description: 'Many people follow the accounts.',
    category: 'reach',
    thresholds: { bronze: 100, silver: 1_000, gold: 10_000, platinum: 100_000 },
    figure: socialReach,
  },
  {
    id: 'many-faces',
    name: 'Many faces',
    description: 'Several providers vouch for the party.',
    category: 'providers',
    thresholds: { bronze: 2, silver: 3, gold: 4, platinum: 6 },
    figure: (details) => details.providerCount,
  },
  {
    id: 'one-voice',
    name: 'One voice',
    description: 'Every credential shows the same e-mail address.',
    category: 'consistency',
    thresholds: { bronze: 1, silver: 2, gold: 4, platinum: 6 },
    figure: (details) => (details.emailConsistency.consistencyScore === 1 ? details.providerCount : 0),
  },
];

/** The badges that the details earn, each at its highest level. */
export function awardBadges(details: ScoreDetails): Badge[] {
  return AWARDS.flatMap(({ thresholds, figure, badges }) => {
    const reached = figure(details);
    const level = LEVELS.find((candidate) => reached >= thresholds[candidate]);
    return level === undefined ? [] : [badges[level]];
  });
}

const LEVELS: readonly Level[] = ['platinum', 'gold', 'silver', 'bronze'];

/** The rules with every badge they can award, created once because scores are computed for each response. */
const AWARDS = RULES.map(({ thresholds, figure, ...badge }) => ({
  thresholds,
  figure,
  badges: Object.fromEntries(LEVELS.map((level) => [level, { ...badge, level }])) as Readonly<Record<Level, Badge>>,
}));
