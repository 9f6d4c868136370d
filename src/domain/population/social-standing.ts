/** What a provider tells of a generated account's standing. Most accounts reach few people, some reach many. */

import type { Provider, SocialStanding } from '../world/model.js';
import { fraction, hash32 } from '../time/random.js';
import type { People } from './people.js';

/** The standing of one account; `account` is a number that is the account's own. */
export function socialStanding(provider: Provider, account: number, people: People): SocialStanding {
  const amount = (what: number, most: number): number => Math.floor(fraction(account, 20, what) ** 3 * most);
  const one = (pool: readonly string[], what: number): string => pool[hash32(account, 21, what) % pool.length]!;
  switch (provider) {
    case 'GOOGLE':
      return { googleContactCount: amount(1, 800) };
    case 'LINKEDIN':
      return { followersCount: amount(2, 3_000), verified: fraction(account, 22) < 0.5 };
    case 'GITHUB':
      return {
        githubRepos: amount(3, 120),
        githubFollowers: amount(4, 2_000),
        githubBio: one(people.bios, 5),
        githubCompany: one(people.companies, 6),
        githubLocation: one(people.cities, 7),
      };
    case 'DISCORD':
      return { verified: fraction(account, 23) < 0.8 };
    case 'TWITTER':
      return {
        followersCount: amount(8, 20_000),
        followingCount: amount(9, 1_500),
        postsCount: amount(10, 9_000),
        verified: fraction(account, 24) < 0.2,
        twitterDescription: one(people.bios, 11),
      };
    case 'REDDIT':
      return { followersCount: amount(12, 500), postsCount: amount(13, 2_500) };
  }
}
