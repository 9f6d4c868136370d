/** What the endpoints of worlds and the files of fixtures take and return, by the schemas of `spec/control.yaml`. */

import type { Schemas } from '../../documents.js';

/** A party at the current time of the sandbox: everything there is, disclosed or not. */
export type ShownParty = Schemas['Party'];

export type ShownCredential = Schemas['Credential'];

export type ShownRequest = Schemas['DataRequest'];

/** A new party in the form of a fixture; durations count from now. */
export type NewParty = Schemas['AddParty'];

/** How a credential is issued. */
export type IssueOptions = Schemas['IssueCredential'];

/** A new credential. Only the provider is required. */
export type NewCredential = Omit<IssueOptions, 'supersede' | 'disclose'>;

/** What replaces a credential. Members that are absent are those of the old one. */
export type SupersedeOptions = Schemas['SupersedeCredential'];

/** When a change happens. */
export type Delay = Schemas['Postponed'];

/** Which data requests are decided, and when. */
export type Decision = Schemas['DecideDataRequests'];

/** The result of a {@link Decision}. */
export type Decided = Schemas['Decision'];

/** The content of a fixture file. Its schema is `spec/fixture.schema.json`, which also fills in the defaults. */
export interface FixtureFile {
  /** Number of generated parties beside these, unless an option gives another. Default: 200. */
  readonly population?: number;
  readonly parties: readonly PartyEntry[];
}

/** A party in a fixture file. */
export interface PartyEntry extends Omit<NewParty, 'partyId' | 'status' | 'credentials'> {
  readonly partyId: string;
  /** Null: the users list shows none. */
  readonly status: Schemas['UserStatus'] | null;
  readonly credentials: readonly CredentialEntry[];
}

/** A credential in a fixture file. Each moment is a time (`2026-01-31T09:00:00Z`) or a duration (`-P12D`). */
export type CredentialEntry = Required<Pick<Schemas['CredentialEntry'], 'state' | 'metadata' | 'social'>> &
  Schemas['CredentialEntry'];

/** A data request in a fixture file. */
export type RequestEntry = Schemas['RequestEntry'];
