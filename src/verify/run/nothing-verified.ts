/** Refuses a verification in which the Pact verifier verified nothing: it proves nothing about the pacts. */

import type { CompletedRun } from './run.js';

/** Thrown if the Pact verifier verifies nothing, whatever the pacts say. The message has its version and its reason. */
export class NothingVerifiedError extends Error {
  override readonly name = 'NothingVerifiedError';
}

/** @throws NothingVerifiedError if no run has a verdict on a response, because the Pact verifier broke */
export function refuseNothingRun(completed: readonly CompletedRun[]): void {
  const reason = completed.find(({ result }) => result.notRun !== undefined)?.result.notRun;
  const hasRun = completed.some(({ result }) => result.notRun === undefined && result.response !== undefined);
  if (reason !== undefined && !hasRun) throw new NothingVerifiedError(`nothing was verified: ${reason}`);
}
