/** Accounts of generated parties at providers. Their figures grow with the age of the account. */

import { draw } from '../time/random.js';
import type { CredentialMetadata, Provider, SocialStanding } from '../world/model.js';
import { phrase } from './people.js';
import { MISSING, OTHER_EMAIL, VERIFIED_EMAIL } from './shares.js';

/** What an account's metadata is made of. */
export interface AccountOwner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly username: string;
}

/** Another address of the same person. */
function otherEmail({ username }: AccountOwner): string {
  return `${username}@mail.example.com`;
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
    metadata['email'] = happens(OTHER_EMAIL, account, DRAWS.otherEmail) ? otherEmail(owner) : owner.email;
    if (!happens(MISSING.emailVerified, account, DRAWS.verified))
      metadata['emailVerified'] = happens(VERIFIED_EMAIL, account, DRAWS.confirmed);
  }
  if (!happens(MISSING.names, account, DRAWS.names)) {
    metadata['firstName'] = owner.firstName;
    metadata['lastName'] = owner.lastName;
  }
  if (provider !== 'GOOGLE' && !happens(MISSING.username, account, DRAWS.username))
    metadata['username'] = owner.username;
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
  let next = DRAWS.figures;
  const drawn = (): number => draw(account, next++);
  const grown = (mostInAYear: number): number => {
    const share = drawn() / 0x1_0000_0000;
    return Math.floor(years * mostInAYear * share * share * share);
  };
  const text = (kind: Parameters<typeof phrase>[0]): string | undefined => {
    const number = drawn();
    return number % 100 < MISSING.profileText ? undefined : phrase(kind, Math.floor(number / 100));
  };
  switch (provider) {
    case 'GOOGLE':
      return { googleContactCount: grown(160) };
    case 'LINKEDIN':
      return { followersCount: grown(600), verified: drawn() % 100 < 50 };
    case 'GITHUB': {
      const figures: { -readonly [Member in keyof SocialStanding]: SocialStanding[Member] } = {
        githubRepos: grown(24),
        githubFollowers: grown(180),
      };
      const [githubBio, githubCompany, githubLocation] = [text('bio'), text('company'), text('city')];
      if (githubBio !== undefined) figures.githubBio = githubBio;
      if (githubCompany !== undefined) figures.githubCompany = githubCompany;
      if (githubLocation !== undefined) figures.githubLocation = githubLocation;
      return figures;
    }
    case 'DISCORD':
      return { verified: drawn() % 100 < 80 };
    case 'TWITTER': {
      const figures = { followersCount: grown(1_500), followingCount: grown(250), postsCount: grown(900) };
      const [verified, twitterDescription] = [drawn() % 100 < 20, text('bio')];
      return { ...figures, verified, ...(twitterDescription !== undefined && { twitterDescription }) };
    }
    case 'REDDIT':
      return { followersCount: grown(60), postsCount: grown(350) };
  }
}
