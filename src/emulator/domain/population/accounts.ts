/** Accounts of generated parties at providers. Their figures grow with the age of the account. */

import { mapMembers } from '../../../common/json.js';
import { draw } from '../time/random.js';
import type { CredentialMetadata, Provider, SocialStanding } from '../world/model.js';
import draws from './draws.json' with { type: 'json' };
import figures from './figures.json' with { type: 'json' };
import { PHRASES } from './people.js';
import { MISSING, OTHER_EMAIL, OTHER_USERNAME, VERIFIED_EMAIL } from './shares.js';

/** The facts about a party from which the metadata of its accounts is made. */
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

/**
 * Numbers of the draws of an account. A draw is a pseudo-random number that follows from a hash and the number of the
 * draw. Each fact has its own number, so that no fact depends on another.
 */
const DRAWS = draws.account;

/** Whether something with this probability (in percent) happens, by a draw. @param what the number of the draw */
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
  // Each of these draws decides two facts: whether the member is missing, and the value of the member.
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
  const social: Record<string, FigureValue> = {};
  let numberOfDraw = DRAWS.figures;
  for (const [member, figure] of FIGURES[provider]!) {
    const value = valueOf(figure, account, numberOfDraw++, years);
    if (value !== undefined) social[member] = value;
  }

  return social;
}

/** A number that grows by up to `yearly` in a year, a boolean that is true for a share of the accounts, or a text. */
type Figure = { readonly yearly: number } | { readonly percent: number } | { readonly text: keyof typeof PHRASES };

type Figures = Readonly<Record<string, Figure>>;

/** The figures of each provider, in the order of their draws. */
const FIGURES = mapMembers(figures as Readonly<Record<string, Figures>>, (byMember) => Object.entries(byMember));

/** The value of a figure; undefined if the account does not have it. @param what the number of the draw */
function valueOf(figure: Figure, account: number, what: number, years: number): FigureValue | undefined {
  if ('yearly' in figure) return grown(account, what, figure.yearly * years);
  if ('percent' in figure) return happens(figure.percent, account, what);
  return phraseOf(figure.text, account, what);
}

type FigureValue = number | boolean | string;

/** An object under construction. Assignments are faster than `...(is && { member })`. */
export type Writable<Item> = { -readonly [Member in keyof Item]: Item[Member] };

/** A figure of up to `most`. It is small for most accounts: the third power of a number below 1 is mostly near 0. */
function grown(account: number, what: number, most: number): number {
  const share = draw(account, what) / 0x1_0000_0000;
  return Math.floor(most * share * share * share);
}

/** A text from a table; undefined if the account has none. One draw decides both. */
function phraseOf(kind: keyof typeof PHRASES, account: number, what: number): string | undefined {
  const number = draw(account, what);
  const phrases = PHRASES[kind];
  return number % 100 < MISSING.profileText ? undefined : phrases[Math.floor(number / 100) % phrases.length];
}
