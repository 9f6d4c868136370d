/** What a scenario may know of a call when it decides. */

import type { OperationId } from '../contract/operation.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';

export interface CallFacts {
  readonly operation: OperationId;
  readonly sandbox: Sandbox;
  /** With its suffix, if it has one. */
  readonly clientId: string;
  readonly subjects: Subjects;
  /** Every value of a query parameter. */
  readonly query: (name: string) => readonly string[];
  /** A member at the top of the body. */
  readonly body: (name: string) => unknown;
}

/** Whom and what a request concerns. */
export interface Subjects {
  readonly partyIds: ReadonlySet<string>;
  readonly contractIds: ReadonlySet<string>;
  readonly providers: ReadonlySet<string>;
}
