/** Accounts of generated parties at providers. Their figures grow with the age of the account. */

import { withoutUndefined } from '../../../common/json.js';
import { draw } from '../time/random.js';
import type { CredentialMetadata, Provider, SocialStanding } from '../world/model.js';
import { PHRASES } from './people.js';
import { MISSING, OTHER_EMAIL, OTHER_USERNAME, VERIFIED_EMAIL } from './shares.js';

/** What an account's metadata is made of. */
export interface AccountOwner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly username: string;
  /** Another one that the owner uses at some providers. */
  readonly otherUsername: string;
}

/** The domains of the e-mails of accounts. */
export const MAIL_DOMAINS = ['example.com', 'example.org', 'example.net'] as const;

/** Numbers of the draws of an account. */
const DRAWS = {
  email: 0,
  otherEmail: 1,
  names: 2,
  username: 3,
  id: 4,
  verified: 5,
  confirmed: 6,
  picture: 7,
  otherUsername: 8,
  figures: 16,
};

/** Whether something happens that has this share, in percent. */
export function happens(percent: number, hash: number, what: number): boolean {
  return draw(hash, what) % 100 < percent;
}

/** What the provider says about the account. @param account a hash of the account */
export function metadataOf(provider: Provider, account: number, owner: AccountOwner): CredentialMetadata {
  const metadata: Record<string, string | boolean> = {};
  if (!happens(MISSING.metadataEmail, account, DRAWS.email)) {
    const hasOther = happens(OTHER_EMAIL, account, DRAWS.otherEmail);
    metadata['email'] = hasOther ? `${owner.username}@mail.example.com` : owner.email;
    if (!happens(MISSING.emailVerified, account, DRAWS.verified))
      metadata['emailVerified'] = happens(VERIFIED_EMAIL, account, DRAWS.confirmed);
  }
  if (!happens(MISSING.names, account, DRAWS.names)) {
    metadata['firstName'] = owner.firstName;
    metadata['lastName'] = owner.lastName;
  }
  if (provider !== 'GOOGLE' && !happens(MISSING.username, account, DRAWS.username))
    metadata['username'] = happens(OTHER_USERNAME, account, DRAWS.otherUsername) ? owner.otherUsername : owner.username;
  const id = draw(account, DRAWS.id);
  if (id % 100 >= MISSING.providerId) metadata['providerId'] = String(id);
  const picture = draw(account, DRAWS.picture);
  if (picture % 100 >= MISSING.profilePicture)
    metadata['profilePicture'] = `https://pictures.example.com/${picture}.png`;
  return metadata;
}

/**
 * The figures of the account. Most accounts reach few people, some reach many, and each figure grows with the years.
 * @param account a hash of the account
 */
export function socialOf(provider: Provider, account: number, years: number): SocialStanding {
  const { figures } = DRAWS;
  switch (provider) {
    case 'GOOGLE':
      return { googleContactCount: grown(account, figures, 160 * years) };
    case 'LINKEDIN':
      return { followersCount: grown(account, figures, 600 * years), verified: happens(50, account, figures + 1) };
    case 'GITHUB':
      return withoutUndefined({
        githubRepos: grown(account, figures, 24 * years),
        githubFollowers: grown(account, figures + 1, 180 * years),
        githubBio: phraseOf('bio', account, figures + 2),
        githubCompany: phraseOf('company', account, figures + 3),
        githubLocation: phraseOf('city', account, figures + 4),
      });
    case 'DISCORD':
      return { verified: happens(80, account, figures) };
    case 'TWITTER':
      return withoutUndefined({
        followersCount: grown(account, figures, 1_500 * years),
        followingCount: grown(account, figures + 1, 250 * years),
        postsCount: grown(account, figures + 2, 900 * years),
        verified: happens(20, account, figures + 3),
        twitterDescription: phraseOf('bio', account, figures + 4),
      });
    case 'REDDIT':
      return {
        followersCount: grown(account, figures, 60 * years),
        postsCount: grown(account, figures + 1, 350 * years),
      };
  }
}

/** A figure below the most that it can be. */
function grown(account: number, what: number, most: number): number {
  const share = draw(account, what) / 0x1_0000_0000;
  return Math.floor(most * share * share * share);
}

function phraseOf(kind: keyof typeof PHRASES, account: number, what: number): string | undefined {
  const number = draw(account, what);
  const phrases = PHRASES[kind];
  return number % 100 < MISSING.profileText ? undefined : phrases[Math.floor(number / 100) % phrases.length];
}
