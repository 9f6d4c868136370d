/** Badges, each a consequence of the score's details. */

import { oldestAge, socialReach, type ScoreDetails } from './score-details.js';

export interface Badge {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly level: Level;
  readonly category: 'age' | 'reach' | 'providers' | 'consistency';
}

type Level = 'bronze' | 'silver' | 'gold' | 'platinum';

/** From which figure on a badge has which level, lowest first. */
type Steps = Readonly<Record<Level, number>>;

interface BadgeRule extends Omit<Badge, 'level'> {
  readonly steps: Steps;
  readonly figure: (details: ScoreDetails) => number;
}

const RULES: readonly BadgeRule[] = [
  {
    id: 'long-standing',
    name: 'Long standing',
    description: 'The oldest credential has been around for a while.',
    category: 'age',
    steps: { bronze: 30, silver: 90, gold: 180, platinum: 365 },
    figure: oldestAge,
  },
  {
    id: 'well-known',
    name: 'Well known',
    description: 'Many people follow the accounts.',
    category: 'reach',
    steps: { bronze: 100, silver: 1_000, gold: 10_000, platinum: 100_000 },
    figure: socialReach,
  },
  {
    id: 'many-faces',
    name: 'Many faces',
    description: 'Several providers vouch for the party.',
    category: 'providers',
    steps: { bronze: 2, silver: 3, gold: 4, platinum: 6 },
    figure: (details) => details.providerCount,
  },
  {
    id: 'one-voice',
    name: 'One voice',
    description: 'Every credential shows the same e-mail address.',
    category: 'consistency',
    steps: { bronze: 1, silver: 2, gold: 4, platinum: 6 },
    figure: (details) => (details.emailConsistency.consistencyScore === 1 ? details.providerCount : 0),
  },
];

/** The badges the details earn, each at its highest level. */
export function awardBadges(details: ScoreDetails): Badge[] {
  return AWARDS.flatMap(({ steps, figure, badges }) => {
    const reached = figure(details);
    const level = LEVELS.find((candidate) => reached >= steps[candidate]);
    return level === undefined ? [] : [badges[level]];
  });
}

const LEVELS: readonly Level[] = ['platinum', 'gold', 'silver', 'bronze'];

/** The rules with every badge they can award, made once: scores are computed for each answer. */
const AWARDS = RULES.map(({ steps, figure, ...badge }) => ({
  steps,
  figure,
  badges: Object.fromEntries(LEVELS.map((level) => [level, { ...badge, level }])) as Readonly<Record<Level, Badge>>,
}));
