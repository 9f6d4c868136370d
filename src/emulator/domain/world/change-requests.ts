/**
 * Changes that a test can request in the world of a sandbox, as plain values. Durations are ISO 8601 or short: `PT5M`,
 * `30s`.
 */

import type { CredentialEntry, PartyEntry, RequestEntry } from './fixture.js';
import type { CredentialMetadata, DataRequest, Provider, RequestStatus, SocialStanding } from './model.js';
import type { ShownRequest } from './shown-party.js';

/** A new credential. Only the provider is required. */
export interface NewCredential {
  readonly provider: Provider;
  /** Default: a generated ID. */
  readonly contractId?: string;
  /**
   * When the account at the provider was created: a time, or a duration from now. Default: that of the party's first
   * credential of the provider; 180 days before `issuedAt` if there is none.
   */
  readonly accountCreatedAt?: string;
  /** A time, or a duration from now: `-P40D`. Default: now. */
  readonly issuedAt?: string;
  /** A time, or a duration from now. Default: one year after `issuedAt`. */
  readonly expiresAt?: string;
  /** Default: email address and name of the account. */
  readonly metadata?: CredentialMetadata;
  /** Default: empty. */
  readonly social?: SocialStanding;
}

/** Whether the institution may see a new credential. */
export interface Disclosure {
  /** Approves the pending data request for the provider, or adds an approved one if there is none. Default: true. */
  readonly disclose?: boolean;
}

/** How a credential is issued. */
export interface IssueOptions extends NewCredential, Disclosure {
  /** Whether it supersedes the active credentials of the same provider. Default: true. */
  readonly supersede?: boolean;
}

/** When a change happens. */
export interface Delay {
  /** A duration by the sandbox's clock. Default: no delay. */
  readonly after?: string;
}

/** Which data requests are decided, and when. */
export interface Decision extends Delay {
  readonly status: Exclude<RequestStatus, 'PENDING'>;
  /** Default: the requests for any provider. */
  readonly provider?: DataRequest['provider'];
  /** Default: all pending requests. */
  readonly requestId?: number;
}

/** The result of a {@link Decision}. */
export interface Decided {
  /** The requests with their new status. */
  readonly decided: readonly ShownRequest[];
  /** When the decision takes effect: ISO 8601. */
  readonly at: string;
}

/** A new party in the form of a fixture; durations count from now. */
export interface NewParty extends Partial<Omit<PartyEntry, 'credentials' | 'requests'>> {
  readonly credentials?: readonly NewPartyCredential[];
  /** Default: one approved request for each provider of the party's credentials. */
  readonly requests?: readonly RequestEntry[];
}

/** A credential of a new party in the form of a fixture. */
export type NewPartyCredential = Pick<CredentialEntry, 'provider' | 'contractId' | 'issuedAt'> &
  Partial<CredentialEntry>;

/** Which parties to list, and which page of them. */
export interface PartiesQuery {
  /** Part of a name, email address, username or party ID, case-insensitive. Default: all parties. */
  readonly search?: string;
  /** Default: 0. */
  readonly offset?: number;
  /** Default: 20. */
  readonly limit?: number;
}
