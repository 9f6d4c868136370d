/** What a party has to disclose for a human score of a level; `domain/human-score.ts` has the arithmetic. */

import type { IssueOptions } from '../../../domain/world/change-requests.js';
import { PROVIDERS } from '../../../domain/world/model.js';

export const LEVELS = ['low', 'medium-low', 'medium', 'medium-high', 'high'] as const;
export type Level = (typeof LEVELS)[number];

/** Older than a year, which is as old as counts, and not expired. */
const OLD = { issuedAt: '-P400D', expiresAt: 'P330D' };

/** The credentials of each level; together with no others they give the total behind it. */
export const SCORE_RECIPES: Readonly<Record<Level, readonly IssueOptions[]>> = {
  // 0 for age, 0 for reach, 0 without e-mail, 3 for the provider.
  low: [{ provider: 'DISCORD', metadata: { emailVerified: false } }],
  // 0, 0, 20 for the e-mail, 3: 23.
  'medium-low': [{ provider: 'GOOGLE' }],
  // 30, 0, 20, 3: 53.
  medium: [{ provider: 'GOOGLE', ...OLD }],
  // 30, 12 for a reach of 99, 20, 7: 69.
  'medium-high': [
    { provider: 'GOOGLE', ...OLD, social: { googleContactCount: 99 } },
    { provider: 'GITHUB', ...OLD },
  ],
  // 30, 30 for a reach of 100,000, 20, 20: 100.
  high: PROVIDERS.map((provider) => ({
    provider,
    ...OLD,
    ...(provider === 'TWITTER' && { social: { followersCount: 100_000 } }),
  })),
};
