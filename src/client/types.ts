/** What goes to the service and comes back, under the specification's names: generated from the contract, named here. */

import type { components, operations } from './contract-types.js';

type Schemas = components['schemas'];
/** An interface cannot extend a member of a type by its name. */
type Schema<Name extends keyof Schemas> = Schemas[Name];
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;
/** Absent members may also be undefined: options are often put together from variables. */
type Options<Members> = { [Name in keyof Members]?: Members[Name] | undefined };

/** `GOOGLE`, `LINKEDIN`, `GITHUB`, `DISCORD`, `TWITTER` or `REDDIT`. */
export type Provider = Schemas['Provider'];
/** A {@link Provider}, or `SUMSUB`. */
export type KycProvider = Schemas['KycProvider'];
/** The KYC state of a user or a credential. */
export type KycStatus = Schemas['KycStatus'];
/** The state of a data request. */
export type RequestStatus = Schemas['RequestStatus'];
/** The state of a user's account. */
export type UserStatus = Schemas['UserStatus'];
/** How recent a credential is. */
export type Freshness = Schemas['Freshness'];

/** Where a page lies in the whole list (section 2.1). */
export interface Pagination extends Schema<'Pagination'> {}
/** What a provider tells of an account. Providers may add members. */
export interface CredentialMetadata extends Schema<'CredentialMetadata'> {}

/** A row of the users list, a KYC data request (section 2.4). */
export interface InstitutionUser extends Schema<'InstitutionUser'> {}
/** One page of the users list. */
export interface UsersListResponse extends Schema<'UsersList'> {
  items: InstitutionUser[];
  pagination: Pagination;
}

/** How human a party looks (section 2.5). */
export interface HumanScoreResult extends Schema<'HumanScoreResult'> {}
/** A party and its human score. */
export interface HumanScoreItem extends Schema<'HumanScoreItem'> {
  /** The registered account's e-mail, from services of April 2026 on. */
  email?: string;
  humanScore: HumanScoreResult;
}
/** One page of human scores. */
export interface HumanScoresListResponse extends Schema<'HumanScoresList'> {
  items: HumanScoreItem[];
  pagination: Pagination;
}

/** A credential that a provider issued to a party (section 2.2). */
export interface Credential extends Schema<'Credential'> {
  /** The registered account's e-mail, from services of April 2026 on. */
  email?: string;
  metadata: CredentialMetadata;
}
/** One page of credentials. */
export interface CredentialsListResponse extends Schema<'CredentialsList'> {
  items: Credential[];
  pagination: Pagination;
}
/** A credential together with the account it belongs to (section 2.3). */
export interface ResolvedCredential extends Schema<'ResolvedCredential'> {
  metadata?: CredentialMetadata;
}
/** What a look-up found. */
export interface ResolveCredentialsResponse extends Schema<'ResolvedCredentials'> {
  credentials: ResolvedCredential[];
}

/** A short-lived link, and the token that the public check takes (section 2.6). */
export interface GenerateVerificationLinkResponse extends Schema<'VerificationLink'> {}
/** Either the link or the reason why there is none. */
export type BatchResultItem =
  | { contractId: string; result: GenerateVerificationLinkResponse; error?: undefined }
  | { contractId: string; error: Schemas['BatchItemError']; result?: undefined };
/** One result per request. */
export interface BatchGenerateVerificationLinkResponse {
  results: BatchResultItem[];
}
/** What anybody who has a link may know of the credential (section 2.6). */
export interface VerificationStatusResponse extends Schema<'VerificationStatus'> {
  credentialData: CredentialMetadata | null;
}

/** Which users, in which order. */
export interface GetUsersOptions extends Options<Query<'getUsers'>> {}
/** What services of April 2026 on take beside party IDs. */
interface ByEmail {
  /** Only parties with these registered e-mails, or with one of `partyIds`. Services before April 2026 pass over it. */
  emails?: string[] | undefined;
}
/** Which human scores. */
export interface GetHumanScoresOptions extends Options<Query<'getHumanScores'>>, ByEmail {}
/** Which credentials. */
export interface GetCredentialsOptions extends Options<Query<'getCredentials'>>, ByEmail {}
/**
 * Exactly one of the three: an e-mail or username to look up, a party ID, or an alias, `alice` or `alice.5n.xyz`, which services
 * before April 2026 refuse with 400.
 */
export type ResolveCredentialsOptions =
  | { q: string; partyId?: undefined; a?: undefined }
  | { partyId: string; q?: undefined; a?: undefined }
  | { a: string; q?: undefined; partyId?: undefined };
/** Which credentials a party is asked to disclose. */
export interface CreateCredentialsRequestOptions extends Schema<'CredentialsRequest'> {}
/** The credential to make a link for. */
export interface GenerateVerificationLinkOptions extends Schema<'GenerateVerificationLinkRequest'> {}
/** The credentials to make links for, at most 100. */
export interface GenerateVerificationLinksBatchOptions {
  requests: readonly GenerateVerificationLinkOptions[];
}
