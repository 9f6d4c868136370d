/** Types of requests and responses under the specification's names, derived from the generated contract types. */

import type { components, operations } from './contract-types.js';

type Schemas = components['schemas'];
/** An interface cannot extend a member of a type by its name. */
type Schema<Name extends keyof Schemas> = Schemas[Name];
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;
/** Members may be undefined: options are often built from variables. */
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

/** The position of a page in the list (section 2.1). */
export interface Pagination extends Schema<'Pagination'> {}
/** What a provider reports about an account. Providers may add members. */
export interface CredentialMetadata extends Schema<'CredentialMetadata'> {}

/** A row of the users list, a KYC data request (section 2.4). */
export interface InstitutionUser extends Schema<'InstitutionUser'> {}
/** One page of the users list. */
export interface UsersListResponse extends Schema<'UsersList'> {
  items: InstitutionUser[];
  pagination: Pagination;
}

/** How likely a party is human (section 2.5). */
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
/** The resolved credentials. */
export interface ResolveCredentialsResponse extends Schema<'ResolvedCredentials'> {
  credentials: ResolvedCredential[];
}

/** A short-lived link, and the token that the public check takes (section 2.6). */
export interface GenerateVerificationLinkResponse extends Schema<'VerificationLink'> {}
/** Either the link or the error. */
export type BatchResultItem =
  | { contractId: string; result: GenerateVerificationLinkResponse; error?: undefined }
  | { contractId: string; error: Schemas['BatchItemError']; result?: undefined };
/** One result per request. */
export interface BatchGenerateVerificationLinkResponse {
  results: BatchResultItem[];
}
/** The public status of a verification link (section 2.6). */
export interface VerificationStatusResponse extends Schema<'VerificationStatus'> {
  credentialData: CredentialMetadata | null;
}

/** Filters and order of the users list. */
export interface GetUsersOptions extends Options<Query<'getUsers'>> {}
/** A filter of services since April 2026. */
interface ByEmail {
  /** Only parties with these registered e-mails, or with one of `partyIds`. Services before April 2026 ignore it. */
  emails?: string[] | undefined;
}
/** Filters of the human scores. */
export interface GetHumanScoresOptions extends Options<Query<'getHumanScores'>>, ByEmail {}
/** Filters of the credentials. */
export interface GetCredentialsOptions extends Options<Query<'getCredentials'>>, ByEmail {}
/**
 * Exactly one of the three: an e-mail or username to look up, a party ID, or an alias, `alice` or `alice.5n.xyz`, which services
 * before April 2026 refuse with 400.
 */
export type ResolveCredentialsOptions =
  | { q: string; partyId?: undefined; a?: undefined }
  | { partyId: string; q?: undefined; a?: undefined }
  | { a: string; q?: undefined; partyId?: undefined };
/** The party and the providers whose credentials are requested. */
export interface CreateCredentialsRequestOptions extends Schema<'CredentialsRequest'> {}
/** The credential to generate a link for. */
export interface GenerateVerificationLinkOptions extends Schema<'GenerateVerificationLinkRequest'> {}
/** The credentials to generate links for, at most 100. */
export interface GenerateVerificationLinksBatchOptions {
  requests: readonly GenerateVerificationLinkOptions[];
}
