/** A fixture file as it is written. The shape is `spec/fixture.schema.json`, defaults filled in. */

import type {
  CredentialMetadata,
  CredentialState,
  DataRequest,
  Provider,
  SocialStanding,
  UserStatus,
} from '../../domain/world/model.js';

export interface FixtureFile {
  readonly parties: readonly PartyEntry[];
}

export interface PartyEntry {
  readonly partyId: string;
  readonly userId?: number;
  readonly email: string;
  readonly username?: string;
  readonly alias?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly status: UserStatus;
  readonly scenario?: string;
  readonly credentials: readonly CredentialEntry[];
  readonly requests?: readonly RequestEntry[];
}

export interface CredentialEntry {
  readonly provider: Provider;
  readonly contractId: string;
  readonly issuedAt: string;
  readonly expiresAt?: string;
  readonly state: CredentialState;
  readonly metadata: CredentialMetadata;
  readonly social: SocialStanding;
}

export interface RequestEntry {
  readonly provider: DataRequest['provider'];
  readonly status: DataRequest['status'];
  readonly requestedAt: string;
}
