/** Refuses a verification in which nothing was verified: it proves nothing about the pacts. */

import type { CompletedRun } from './run/run.js';

/** Thrown if nothing can be verified, whatever the pacts say: the Pact verifier is broken, or the emulator has ended. */
export class NothingVerifiedError extends Error {
  override readonly name = 'NothingVerifiedError';
}

/** @throws NothingVerifiedError if no run has a verdict on a response */
export function refuseNothingRun(completed: readonly CompletedRun[]): void {
  const reason = completed.find(({ result }) => result.notRun !== undefined)?.result.notRun;
  const hasRun = completed.some(({ result }) => result.notRun === undefined && result.response !== undefined);
  if (reason !== undefined && !hasRun) throw new NothingVerifiedError(`nothing was verified: ${reason}`);
}
