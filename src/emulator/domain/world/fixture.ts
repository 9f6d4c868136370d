/** A fixture: the hand-written parties of a world, as a file has them and as a world uses them. */

import type {
  CredentialMetadata,
  CredentialState,
  DataRequest,
  Party,
  Provider,
  SocialStanding,
  UserStatus,
} from './model.js';

/** A validated fixture with all defaults filled in. It never changes. */
export interface Fixture {
  readonly name: string;
  /** Number of generated parties beside these. Default: 200. */
  readonly population?: number;
  readonly parties: readonly Party[];
}

/** The content of a fixture file. Its schema is `spec/fixture.schema.json`, which also fills in the defaults. */
export interface FixtureFile {
  /** Number of generated parties beside these, unless an option gives another. Default: 200. */
  readonly population?: number;
  readonly parties: readonly PartyEntry[];
}

/** A party in a fixture file. */
export interface PartyEntry {
  readonly partyId: string;
  readonly userId?: number;
  /** Default: the party has registered none, and the users list shows none. A party with credentials has one. */
  readonly email?: string;
  readonly username?: string;
  readonly alias?: string;
  /** Default: the service does not know the name, and the users list shows none. */
  readonly firstName?: string;
  readonly lastName?: string;
  /** Null: the users list shows none. */
  readonly status: UserStatus | null;
  /** Scenarios for every call that concerns the party, in the syntax of the `Emulator-Scenario` header. */
  readonly scenario?: string;
  readonly credentials: readonly CredentialEntry[];
  /** Default: one approved request for each provider of the party's credentials. */
  readonly requests?: readonly RequestEntry[];
}

/** A credential in a fixture file. Each moment is a time (`2026-01-31T09:00:00Z`) or a duration (`-P12D`). */
export interface CredentialEntry {
  readonly provider: Provider;
  readonly contractId: string;
  /** When the account at the provider was created. Default: 180 days before the provider's first credential. */
  readonly accountCreatedAt?: string;
  readonly issuedAt: string;
  /** Default: one year after `issuedAt`. */
  readonly expiresAt?: string;
  readonly state: CredentialState;
  readonly metadata: CredentialMetadata;
  readonly social: SocialStanding;
}

/** A data request in a fixture file. */
export interface RequestEntry {
  readonly provider: DataRequest['provider'];
  readonly status: DataRequest['status'];
  /** Default: the users list shows no date. */
  readonly requestedAt?: string;
}
