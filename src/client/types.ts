/**
 * Responses under the specification's names. Values that a later service may add are allowed everywhere, and
 * `test/client/contract-types.test.ts` compares the members with the contract.
 */

/** One of these values, or one that a later service adds. */
export type OpenEnum<Known extends string> = Known | (string & {});
/** A verification provider. */
export type Provider = OpenEnum<'GOOGLE' | 'LINKEDIN' | 'GITHUB' | 'DISCORD' | 'TWITTER' | 'REDDIT'>;
/** A {@link Provider}, or the service's own verification. */
export type KycProvider = Provider | 'SUMSUB';
/** The KYC state of a user or a credential. */
export type KycStatus = OpenEnum<
  'TO_DO' | 'IN_REVIEW' | 'SUCCESSFUL' | 'REJECTED' | 'BLOCKED' | 'EXPIRED' | 'APPROVED'
>;
/** The state of a data request. */
export type RequestStatus = OpenEnum<'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'>;
/** The state of a user's account. */
export type UserStatus = OpenEnum<'ACTIVE' | 'INACTIVE' | 'BLOCKED'>;
/** How recent a credential is. */
export type Freshness = OpenEnum<'FRESH' | 'MODERATE' | 'STALE' | 'REVOKED'>;
/** Members that the specification leaves open, or that a later service adds. */
export type FurtherMembers = Readonly<Record<string, unknown>>;
/** An object as given, with all its members, also those that these types do not know: `further(user)['nickname']`. */
export const further = (value: object): FurtherMembers => value as FurtherMembers;
/** ISO 8601, in UTC. */
export type Timestamp = string;
/** The position of a page in the list (section 2.1). */
export interface Pagination {
  offset: number;
  limit: number;
  total: number;
}
/** What a provider reports about an account. Providers may add members. */
export interface CredentialMetadata {
  email?: string;
  firstName?: string;
  lastName?: string;
  username?: string;
  providerId?: string;
  verifiedAt?: Timestamp;
  emailVerified?: boolean;
  profilePicture?: string;
}
/** A row of the users list, a KYC data request (section 2.4). */
export interface InstitutionUser {
  id: number;
  /** Identifies the credentials access request. */
  proposalId: string;
  partyId?: string;
  reqStatus: RequestStatus;
  kycStatus?: KycStatus;
  kycProvider: KycProvider;
  fullName?: string;
  email?: string;
  status?: UserStatus;
  /** When the data request was created. */
  regDate?: Timestamp;
}
/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  pagination: Pagination;
}
/** One page of the users list. */
export interface UsersListResponse extends Page<InstitutionUser> {
  /** Equal to `pagination.total`. */
  totalCount?: number;
}
/** How likely a party is human (section 2.5). */
export interface HumanScoreResult {
  /** From 0 to 100. */
  totalScore: number;
  confidenceLevel: OpenEnum<'low' | 'medium-low' | 'medium' | 'medium-high' | 'high'>;
  breakdown: ScoreBreakdown;
  badges: Badge[];
  details: ScoreDetails;
}
/** The parts of the total score. */
export interface ScoreBreakdown {
  accountAgeScore: number;
  socialMetricsScore: number;
  emailConsistencyScore: number;
  providerCountScore: number;
}
/** A distinction that follows from the details. */
export interface Badge {
  id: string;
  name: string;
  description: string;
  level: OpenEnum<'bronze' | 'silver' | 'gold' | 'platinum'>;
  category: string;
  icon?: string;
}
/** What the score is computed from. */
export interface ScoreDetails {
  accountAges: AccountAge[];
  socialMetrics: SocialMetrics[];
  emailConsistency: EmailConsistency;
  providerCount: number;
  allUserInfo: FurtherMembers[];
  allTokenClaims: FurtherMembers[];
}
/** The age of the account at one provider. */
export interface AccountAge {
  provider: Provider;
  ageInDays: number;
}
/** The reach and activity of the account at one provider. */
export interface SocialMetrics {
  provider: Provider;
  ageInDays: number;
  followersCount?: number;
  followingCount?: number;
  postsCount?: number;
  verified?: boolean;
  email?: string;
  accountCreatedAt?: Timestamp;
  githubRepos?: number;
  githubFollowers?: number;
  twitterDescription?: string;
  githubBio?: string;
  githubCompany?: string;
  githubLocation?: string;
  googleContactCount?: number;
}
/** Whether the credentials have the same e-mail address. */
export interface EmailConsistency {
  uniqueEmails: string[];
  consistencyScore: number;
}
/** A party and its human score. */
export interface HumanScoreItem {
  partyId: string;
  humanScore: HumanScoreResult;
  /** From services of April 2026 on. */
  email?: string;
}
/** One page of human scores. */
export type HumanScoresListResponse = Page<HumanScoreItem>;
/** A credential that a provider issued to a party (section 2.2). */
export interface Credential {
  partyId: string;
  contractId: string;
  provider: Provider;
  kycStatus: KycStatus;
  expirationDate: Timestamp;
  issuedAt: Timestamp;
  freshness: Freshness;
  metadata: CredentialMetadata;
  /** From services of April 2026 on. */
  email?: string;
}
/** One page of credentials. */
export type CredentialsListResponse = Page<Credential>;
/** A credential together with the account it belongs to (section 2.3). */
export interface ResolvedCredential {
  partyId: string;
  userId: number;
  email: string;
  username?: string;
  firstName?: string;
  lastName?: string;
  kycProvider: KycProvider;
  contractId: string;
  metadata?: CredentialMetadata;
}
/** The resolved credentials. */
export interface ResolveCredentialsResponse {
  credentials: ResolvedCredential[];
}
/** A short-lived link, and the token that the public check takes (section 2.6). */
export interface GenerateVerificationLinkResponse {
  /** The page where a person sees the status. */
  verificationUrl: string;
  token: string;
}
/** Either the link or the error. */
export type BatchResultItem =
  | { contractId: string; result: GenerateVerificationLinkResponse; error?: undefined }
  | { contractId: string; error: BatchItemError; result?: undefined };
/** Why an item of a batch failed. */
export interface BatchItemError {
  message: string;
}
/** One result per request. */
export interface BatchGenerateVerificationLinkResponse {
  results: BatchResultItem[];
}
/** The public status of a verification link (section 2.6). */
export interface VerificationStatusResponse {
  status: OpenEnum<'strong' | 'moderate' | 'weak' | 'archived' | 'revoked' | 'expired' | 'not_found'>;
  color: OpenEnum<'green' | 'amber' | 'red'>;
  isActive: boolean;
  contractId: string | null;
  credentialData: CredentialMetadata | null;
  issuedAt: Timestamp | null;
  expiredAt: Timestamp | null;
  isArchived: boolean;
  isSuperseded: boolean;
  isRevoked: boolean;
  message: string;
  kycProvider: KycProvider | null;
}
