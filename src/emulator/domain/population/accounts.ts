/** Accounts of generated parties at providers. Their figures grow with the age of the account. */

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
  /** A second username, which the owner uses at some providers. */
  readonly otherUsername: string;
}

/** The domains of e-mail addresses. */
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

/** Whether a draw falls within a share, in percent. */
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
    case 'GITHUB': {
      const social: Writable<SocialStanding> = {
        githubRepos: grown(account, figures, 24 * years),
        githubFollowers: grown(account, figures + 1, 180 * years),
      };
      const bio = phraseOf('bio', account, figures + 2);
      const company = phraseOf('company', account, figures + 3);
      const city = phraseOf('city', account, figures + 4);
      if (bio !== undefined) social.githubBio = bio;
      if (company !== undefined) social.githubCompany = company;
      if (city !== undefined) social.githubLocation = city;
      return social;
    }
    case 'DISCORD':
      return { verified: happens(80, account, figures) };
    case 'TWITTER': {
      const social: Writable<SocialStanding> = {
        followersCount: grown(account, figures, 1_500 * years),
        followingCount: grown(account, figures + 1, 250 * years),
        postsCount: grown(account, figures + 2, 900 * years),
        verified: happens(20, account, figures + 3),
      };
      const description = phraseOf('bio', account, figures + 4);
      if (description !== undefined) social.twitterDescription = description;
      return social;
    }
    case 'REDDIT':
      return {
        followersCount: grown(account, figures, 60 * years),
        postsCount: grown(account, figures + 1, 350 * years),
      };
  }
}

/** An object under construction. Assignments are faster than `...(is && { member })`. */
export type Writable<Item> = { -readonly [Member in keyof Item]: Item[Member] };

/** A figure of up to `most`. */
function grown(account: number, what: number, most: number): number {
  const share = draw(account, what) / 0x1_0000_0000;
  return Math.floor(most * share * share * share);
}

function phraseOf(kind: keyof typeof PHRASES, account: number, what: number): string | undefined {
  const number = draw(account, what);
  const phrases = PHRASES[kind];
  return number % 100 < MISSING.profileText ? undefined : phrases[Math.floor(number / 100) % phrases.length];
}
