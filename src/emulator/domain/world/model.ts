/**
 * The stored data of a world, as `spec/state.schema.json` describes it. Freshness, KYC status and score are not stored,
 * but computed on request. The formats of responses are in `service/representations`.
 */

import type { components } from '../../../contract/document-schemas.js';

type Schemas = components['schemas'];

/** All verification providers (specification section 2.2). */
export const PROVIDERS = ['GOOGLE', 'LINKEDIN', 'GITHUB', 'DISCORD', 'TWITTER', 'REDDIT'] as const;
/** A verification provider. */
export type Provider = (typeof PROVIDERS)[number];

/** The status of a user's identification. The users list sorts these values in alphabetical order. */
export type KycStatus = 'APPROVED' | 'BLOCKED' | 'EXPIRED' | 'IN_REVIEW' | 'REJECTED' | 'SUCCESSFUL' | 'TO_DO';
export type RequestStatus = Schemas['requestStatus'];
export type UserStatus = Schemas['userStatus'];

/** A provider's data about the account. Providers may add members. */
export type CredentialMetadata = Schemas['metadata'];

/** A provider's social figures of the account: members of the contract's SocialMetrics. */
export type SocialStanding = Schemas['social'];

/** The stored state of a credential. Expiry is no state, because it follows from the clock. */
export type CredentialState = Schemas['credentialState'];

/** A credential of a party, disclosed or not. */
export type HeldCredential = Schemas['credential'];

/** The institution's request for a party's credentials of one provider: one row of the users list. */
export type DataRequest = Schemas['request'];

/** A party: its account, its credentials and the data requests to it. */
export type Party = Schemas['party'];

/** A validated fixture with all defaults filled in: the hand-written parties of a world. It never changes. */
export type Fixture = Schemas['fixture'];

/** A credential and the party that holds it. */
export interface Holding {
  readonly party: Party;
  readonly credential: HeldCredential;
}

/** What follows the label in the full name of an alias: `ann.5n.xyz` is the full name of `ann`. */
const ALIAS_SUFFIX = '.5n.xyz';

/** The label of an alias in lower case. The argument may be the label or the full name. */
export function aliasLabel(alias: string): string {
  const name = alias.trim().toLowerCase();
  return name.endsWith(ALIAS_SUFFIX) ? name.slice(0, -ALIAS_SUFFIX.length) : name;
}

/** First and last name, as in the users list. One of them may be missing; undefined if both are. */
export function fullName({ firstName, lastName }: Pick<Party, 'firstName' | 'lastName'>): string | undefined {
  if (firstName === undefined || lastName === undefined) return firstName ?? lastName;
  return `${firstName} ${lastName}`;
}

/** Whether the party has approved any data request (specification section 4.2, rule 2). */
export function isApproved(party: Party): boolean {
  return party.requests.some((request) => request.status === 'APPROVED');
}

/** The current credentials that the party has disclosed, by approving a data request for their provider. */
export function disclosedCredentials(party: Party): HeldCredential[] {
  return party.credentials.filter((credential) => isCurrent(credential) && isDisclosed(party, credential));
}

/** The disclosed credentials of a party. */
export function disclosedHoldings(party: Party): Holding[] {
  return disclosedCredentials(party).map((credential) => ({ party, credential }));
}

/** Whether the data request for the credential's provider is approved. */
export function isDisclosed({ requests }: Party, { provider }: HeldCredential): boolean {
  return requests.some((request) => request.status === 'APPROVED' && request.provider === provider);
}

/** Whether the credential is neither archived nor superseded. A current credential may be expired or revoked. */
export function isCurrent(credential: Pick<HeldCredential, 'state'>): boolean {
  return credential.state === 'active' || credential.state === 'revoked';
}
