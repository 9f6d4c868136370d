/** What the methods of worlds take and return, by the schemas of `spec/control.yaml`. */

import type { Schemas } from '../../documents.js';

/** A party at the current time of the sandbox, with all of its data, disclosed or not. */
export type ShownParty = Schemas['Party'];

export type ShownCredential = Schemas['Credential'];

export type ShownRequest = Schemas['DataRequest'];

/** A new party in the form of a fixture; durations count from now. */
export type NewParty = Schemas['AddParty'];

/** How a credential is issued. */
export type IssueOptions = Schemas['IssueCredential'];

/** A new credential. Only the provider is required. */
export type NewCredential = Omit<IssueOptions, 'supersede' | 'disclose'>;

/** The credential that replaces another one. Absent members are copied from the old credential. */
export type SupersedeOptions = Schemas['SupersedeCredential'];

/** When a change happens. */
export type Delay = Schemas['Postponed'];

/** Which data requests are decided, and when. */
export type Decision = Schemas['DecideDataRequests'];

/** The result of a {@link Decision}. */
export type Decided = Schemas['Decision'];
