/**
 * What a world is made of. Wire shapes are elsewhere (`http/representations`): here stands what is stored,
 * and everything that follows from it (freshness, KYC state, score) is computed when it is asked for.
 */

export const PROVIDERS = ['GOOGLE', 'LINKEDIN', 'GITHUB', 'DISCORD', 'TWITTER', 'REDDIT'] as const;
/** A verification provider (specification section 2.2). */
export type Provider = (typeof PROVIDERS)[number];

export type KycStatus = 'TO_DO' | 'IN_REVIEW' | 'SUCCESSFUL' | 'REJECTED' | 'BLOCKED' | 'EXPIRED' | 'APPROVED';
export type RequestStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED';
export type UserStatus = 'ACTIVE' | 'INACTIVE' | 'BLOCKED';

/**
 * A moment, in milliseconds: either after (negative: before) the start of the sandbox's clock, or absolute.
 * Worlds are shared between sandboxes whose clocks start at different times, so most moments are relative.
 */
export type Moment = { readonly sinceStart: number } | { readonly at: number };

/** What the provider tells of the account; providers may add members. */
export interface CredentialMetadata {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly username?: string;
  readonly providerId?: string;
  readonly emailVerified?: boolean;
  readonly profilePicture?: string;
  readonly [member: string]: unknown;
}

/** What the provider tells of the account's standing; the members of SocialMetrics in the contract. */
export interface SocialStanding {
  readonly followersCount?: number;
  readonly followingCount?: number;
  readonly postsCount?: number;
  readonly verified?: boolean;
  readonly githubRepos?: number;
  readonly githubFollowers?: number;
  readonly twitterDescription?: string;
  readonly githubBio?: string;
  readonly githubCompany?: string;
  readonly githubLocation?: string;
  readonly googleContactCount?: number;
}

/** `active` until somebody acts on it; expiry is not a state here, because it follows from the clock. */
export type CredentialState = 'active' | 'revoked' | 'archived' | 'superseded';

/** A credential as its party holds it, disclosed or not. */
export interface HeldCredential {
  readonly contractId: string;
  readonly provider: Provider;
  readonly issuedAt: Moment;
  readonly expiresAt: Moment;
  readonly state: CredentialState;
  readonly metadata: CredentialMetadata;
  readonly social: SocialStanding;
}

/** The institution's request to see what a party holds from one provider: one row of the users list. */
export interface DataRequest {
  readonly id: number;
  readonly proposalId: string;
  readonly provider: Provider | 'SUMSUB';
  readonly status: RequestStatus;
  readonly requestedAt: Moment;
}

/** A party, its account, what it holds and what it was asked for. */
export interface Party {
  readonly partyId: string;
  readonly userId: number;
  readonly email: string;
  readonly username?: string;
  /** The label of its alias: `alice` of `alice.5n.xyz`. */
  readonly alias?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly status: UserStatus;
  readonly credentials: readonly HeldCredential[];
  readonly requests: readonly DataRequest[];
  /** Scenarios that every call meets which concerns the party, as in the `Emulator-Scenario` header. */
  readonly scenario?: string;
}

/** What stands behind the label of an alias in its full name. */
const ALIAS_SUFFIX = '.5n.xyz';

/** The label of an alias, in lower case, whether it is given alone or as the full name. */
export function aliasLabel(alias: string): string {
  const name = alias.trim().toLowerCase();
  return name.endsWith(ALIAS_SUFFIX) ? name.slice(0, -ALIAS_SUFFIX.length) : name;
}

/** First and last name, as the users list shows it. */
export function fullName(party: Pick<Party, 'firstName' | 'lastName'>): string {
  return `${party.firstName} ${party.lastName}`;
}

/** Whether the party has let the institution see anything: such users are the approved ones (section 4.2, rule 2). */
export function isApproved(party: Party): boolean {
  return party.requests.some((request) => request.status === 'APPROVED');
}

/**
 * The credentials the institution sees: their provider's data request is approved, and no newer credential
 * has taken their place. Revoked and expired ones are among them.
 */
export function disclosedCredentials(party: Party): HeldCredential[] {
  return party.credentials.filter((credential) => isCurrent(credential) && isDisclosed(party, credential));
}

/** Whether the institution may see the credential, current or not. */
export function isDisclosed(party: Party, credential: HeldCredential): boolean {
  return party.requests.some((request) => request.status === 'APPROVED' && request.provider === credential.provider);
}

function isCurrent(credential: HeldCredential): boolean {
  return credential.state === 'active' || credential.state === 'revoked';
}
