/**
 * The stored data of a world. Freshness, KYC status and score are computed from it on request. The formats of responses
 * are in `service/representations`.
 */

import type { components } from '../../../contract/control-schemas.js';
import type { Moment } from '../time/moment.js';

type Schemas = components['schemas'];

export const PROVIDERS = ['GOOGLE', 'LINKEDIN', 'GITHUB', 'DISCORD', 'TWITTER', 'REDDIT'] as const;
/** A verification provider (specification section 2.2). */
export type Provider = (typeof PROVIDERS)[number];

/** The users list sorts statuses in alphabetical order. */
export type KycStatus = 'APPROVED' | 'BLOCKED' | 'EXPIRED' | 'IN_REVIEW' | 'REJECTED' | 'SUCCESSFUL' | 'TO_DO';
export type RequestStatus = Schemas['RequestStatus'];
export type UserStatus = Schemas['UserStatus'];

/** A provider's data about the account. Providers may add members. */
export type CredentialMetadata = Schemas['Metadata'];

/** A provider's social figures of the account: members of the contract's SocialMetrics. */
export type SocialStanding = Schemas['SocialStanding'];

/** The stored state of a credential. Expiry is no state, because it follows from the clock. */
export type CredentialState = Schemas['CredentialState'];

/** A credential of a party, disclosed or not. */
export interface HeldCredential {
  readonly contractId: string;
  readonly provider: Provider;
  /** When the account at the provider was created. Default: 180 days before the credential was issued. */
  readonly accountCreatedAt?: Moment;
  readonly issuedAt: Moment;
  readonly expiresAt: Moment;
  readonly state: CredentialState;
  readonly metadata: CredentialMetadata;
  readonly social: SocialStanding;
}

/** The institution's request for a party's credentials of one provider: one row of the users list. */
export interface DataRequest {
  readonly id: number;
  readonly proposalId: string;
  readonly provider: Provider | 'SUMSUB';
  readonly status: RequestStatus;
  /** Absent if the service does not show the date. */
  readonly requestedAt?: Moment;
  /** Whether the request never lapses, because a test or a scenario decides it. Default: false. */
  readonly staysPending?: true;
}

/** A party: its account, its credentials and the data requests to it. */
export interface Party {
  readonly partyId: string;
  readonly userId: number;
  /** Absent if the party has registered no e-mail. A party with credentials always has one. */
  readonly email?: string;
  readonly username?: string;
  /** The label of the alias: `alice` of `alice.5n.xyz`. */
  readonly alias?: string;
  /** First name, last name and status are absent if the service does not show them. */
  readonly firstName?: string;
  readonly lastName?: string;
  readonly status?: UserStatus;
  readonly credentials: readonly HeldCredential[];
  readonly requests: readonly DataRequest[];
  /** Scenarios for every call that concerns the party, in the syntax of the `Emulator-Scenario` header. */
  readonly scenario?: string;
}

/** A credential and its party. */
export interface Holding {
  readonly party: Party;
  readonly credential: HeldCredential;
}

/** Follows the label in the full name of an alias. */
const ALIAS_SUFFIX = '.5n.xyz';

/** The label of an alias in lower case. The argument may be the label or the full name. */
export function aliasLabel(alias: string): string {
  const name = alias.trim().toLowerCase();
  return name.endsWith(ALIAS_SUFFIX) ? name.slice(0, -ALIAS_SUFFIX.length) : name;
}

/** First and last name, as in the users list; undefined if the party has neither. */
export function fullName({ firstName, lastName }: Pick<Party, 'firstName' | 'lastName'>): string | undefined {
  if (firstName === undefined || lastName === undefined) return firstName ?? lastName;
  return `${firstName} ${lastName}`;
}

/** Whether the party has approved any data request (specification section 4.2, rule 2). */
export function isApproved(party: Party): boolean {
  return party.requests.some((request) => request.status === 'APPROVED');
}

/** The current credentials whose provider has an approved data request. */
export function disclosedCredentials(party: Party): HeldCredential[] {
  return party.credentials.filter((credential) => isCurrent(credential) && isDisclosed(party, credential));
}

/** The disclosed credentials of a party. */
export function disclosedHoldings(party: Party): Holding[] {
  return disclosedCredentials(party).map((credential) => ({ party, credential }));
}

/** Whether the data request for the credential's provider is approved. */
export function isDisclosed({ requests }: Party, { provider }: HeldCredential): boolean {
  for (const request of requests) if (request.status === 'APPROVED' && request.provider === provider) return true;
  return false;
}

/** Whether the credential is neither archived nor superseded. A current credential may be expired or revoked. */
export function isCurrent(credential: Pick<HeldCredential, 'state'>): boolean {
  return credential.state === 'active' || credential.state === 'revoked';
}
