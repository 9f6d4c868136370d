/**
 * Maps operations of `spec/control.yaml` to methods of a sandbox. Both sides of HTTP are made from the table: endpoints
 * that call the methods (`http/endpoints/by-method.ts`), and methods of a remote sandbox that call the operations
 * (`remote/methods-by-table.ts`). Operations that are not in the table are written by hand on both sides.
 *
 * A method takes its arguments in this order; absent ones are skipped: the last parameter of the path, the `members` of
 * the body, and then the query (of a GET) or the body (of any other request).
 */

import type { ControlOperationId } from '../../../contract/control-operations.js';

export interface OperationMethod {
  /** A method of `SandboxControl`, or of one of its parts: `clock.set`. */
  readonly method: `${'sandbox' | 'clock' | 'scenarios' | 'holds' | 'world' | 'journal'}.${string}`;
  /** Members of the body that are arguments of their own. Default: none. */
  readonly members?: readonly string[];
  /** The member of the response's body that contains the method's result. Default: the whole body is the result. */
  readonly returns?: string;
  /** The method returns nothing; the response shows the sandbox. */
  readonly showsSandbox?: true;
  /** The method takes long, so the endpoint calls its counterpart in the journal, which works in steps. */
  readonly inSteps?: true;
}

export const OPERATION_METHODS = {
  getSandbox: { method: 'sandbox.show' },
  getSandboxContract: { method: 'sandbox.contract' },
  resetSandbox: { method: 'sandbox.reset', showsSandbox: true },
  deleteSandbox: { method: 'sandbox.remove' },
  exportState: { method: 'sandbox.state' },
  importState: { method: 'sandbox.load', showsSandbox: true },
  mintAccessToken: { method: 'sandbox.accessToken' },
  mintVerificationLink: { method: 'sandbox.verificationLink', members: ['contractId'] },
  sendRequest: { method: 'sandbox.send' },

  getClock: { method: 'clock.reading' },
  advanceClock: { method: 'clock.advance', members: ['by'] },
  freezeClock: { method: 'clock.freeze', members: ['time'] },
  thawClock: { method: 'clock.thaw' },
  listUpcoming: { method: 'sandbox.upcoming', returns: 'upcoming' },

  listActivations: { method: 'scenarios.active', returns: 'active' },
  selectScenarios: { method: 'scenarios.replace', members: ['select'], returns: 'active' },
  deactivateScenario: { method: 'scenarios.stop' },
  deactivateScenarios: { method: 'scenarios.stopAll' },

  openHold: { method: 'holds.open', members: ['operation'] },
  listHolds: { method: 'holds.list', returns: 'holds' },
  awaitHeldCalls: { method: 'holds.arrived', returns: 'held' },
  releaseHeldCall: { method: 'holds.release', members: ['call'] },
  failHeldCall: { method: 'holds.fail', members: ['call', 'as'] },
  endHold: { method: 'holds.end' },

  addParty: { method: 'world.addParty' },
  getParty: { method: 'world.party' },
  getSeenParty: { method: 'world.seen' },
  changeParty: { method: 'world.changeParty' },
  issueCredential: { method: 'world.issue' },
  addDataRequest: { method: 'world.request', members: ['provider', 'status', 'lapses'] },
  decideDataRequests: { method: 'world.decide' },
  getHeldCredential: { method: 'world.credential' },
  revokeCredential: { method: 'world.revoke' },
  expireCredential: { method: 'world.expire' },
  archiveCredential: { method: 'world.archive' },
  supersedeCredential: { method: 'world.supersede' },
  listEvents: { method: 'world.events' },

  // These two rows are for endpoints only, because a remote sandbox has no `journal`.
  getExchange: { method: 'journal.exchange', inSteps: true },
  clearJournal: { method: 'journal.clear' },
  judgeBehaviour: { method: 'sandbox.behaviour', inSteps: true },
  getCoverage: { method: 'sandbox.coverage', inSteps: true },
  sumUpGuesses: { method: 'sandbox.fidelity', inSteps: true },
  exportPact: { method: 'sandbox.pact', inSteps: true },

  // These rows are for remote sandboxes only. Their endpoints do more than call the method: hand-written endpoints
  // replace the generated ones (`http/control-plane.ts`).
  setClock: { method: 'clock.set', members: ['time'] },
  listExchanges: { method: 'sandbox.requests', returns: 'exchanges' },
  verifyJournal: { method: 'sandbox.verify', members: ['expect'] },
  exportBundle: { method: 'sandbox.bundle' },
} as const satisfies Partial<Record<ControlOperationId, OperationMethod>>;

/** The rows of the table. */
export const METHOD_ROWS = Object.entries(OPERATION_METHODS) as [keyof typeof OPERATION_METHODS, OperationMethod][];
