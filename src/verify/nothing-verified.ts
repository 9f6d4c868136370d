/** Refuses a verification in which nothing was verified: it proves nothing about the pacts. */

import type { PactFile } from '../pact/pact-file.js';
import type { LoadedPacts, SourceProblem } from '../pact/reading/load-pacts.js';
import type { InteractionCounts } from './report/verification-report.js';
import type { CompletedRun } from './run/run.js';
import { selectsParts, type InteractionFilters, type SelectionOptions } from './select-interactions.js';

/** Thrown if no pact can be verified at all: the verifier is broken, or the emulator has ended. */
export class NothingVerifiedError extends Error {
  override readonly name = 'NothingVerifiedError';
}

/**
 * A single run without a verdict makes the verification incomplete. If no run has one, nothing was verified.
 * @throws NothingVerifiedError if runs have no verdict, and no other run got a response
 */
export function refuseNothingRun(completed: readonly CompletedRun[]): void {
  const [reason] = completed.flatMap(({ result }) => result.notRun ?? []);
  const hasVerdict = completed.some(({ result }) => result.notRun === undefined && result.response !== undefined);
  if (reason !== undefined && !hasVerdict) throw new NothingVerifiedError(`nothing was verified: ${reason}`);
}

/** Stands in the place of a source in the problem that nothing was verified. */
export const NOTHING_VERIFIED = 'nothing was verified';

/**
 * The problem of a verification without any result: no interaction passed, failed or was left unrun. Such a
 * verification must not pass, because nobody would notice that the pacts have gone.
 * - There is no such problem if another problem already fails the verification.
 * - A pending interaction that fails is no result. The exception is a pact that is pending at a broker, because the
 *   broker shows the failure.
 */
export function problemsOfNothingVerified(
  { pacts, problems }: LoadedPacts,
  { passed, failed, pending, notRun = 0 }: InteractionCounts,
  options: SelectionOptions,
): SourceProblem[] {
  const isPendingAtBroker = pending > 0 && pacts.some(({ broker }) => broker?.pending === true);
  const hasResult = passed + failed + notRun > 0 || isPendingAtBroker;
  if (hasResult || problems.length > 0 || options.allowEmpty === true) return [];

  const reason = reasonOf(pacts, pending, options);
  return [{ source: NOTHING_VERIFIED, message: `${reason}; verify others, or add --allow-empty` }];
}

/** Why nothing was verified, as the beginning of the message. */
function reasonOf(pacts: readonly PactFile[], pending: number, filters: InteractionFilters): string {
  if (pending === 1) return 'the only interaction is pending and did not pass';
  if (pending > 1) return `all ${pending} interactions are pending and did not pass`;
  if (filters.consumers !== undefined || selectsParts(filters)) return 'the filters leave no interaction';
  if (pacts.some(({ messages }) => messages.length > 0))
    return 'the pacts have messages only, and an HTTP service cannot verify them';

  return pacts.length === 0 ? 'there is no pact' : 'the pacts have no interactions';
}
