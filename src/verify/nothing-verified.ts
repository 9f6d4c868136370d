/** A verification that verified nothing must not pass: nobody would notice that the pacts have gone. */

import type { LoadedPacts, SourceProblem } from '../pact/reading/load-pacts.js';
import type { VerificationReport } from './report/verification-report.js';
import { hasFilters, type InteractionFilters } from './select-interactions.js';

/** The source of the problem that nothing was verified. */
export const NOTHING_VERIFIED = 'nothing was verified';

export interface NothingVerifiedOptions extends InteractionFilters {
  /** Whether a verification of nothing passes. Default: false. */
  readonly allowEmpty?: boolean;
}

/**
 * The problem that no interaction passed or failed, if there is no other problem that fails the verification. A pending
 * interaction that fails does not count, unless a broker says that it is pending: then the broker shows the failure.
 */
export function nothingVerified(
  { pacts, problems }: LoadedPacts,
  { passed, failed, pending }: VerificationReport['counts'],
  options: NothingVerifiedOptions,
): SourceProblem[] {
  const isPendingAtBroker = pending > 0 && pacts.some(({ broker }) => broker?.pending === true);
  if (options.allowEmpty === true || passed + failed > 0 || isPendingAtBroker || problems.length > 0) return [];
  return [
    { source: NOTHING_VERIFIED, message: `${reasonOf(pacts, pending, options)}; verify others, or add --allow-empty` },
  ];
}

function reasonOf(pacts: LoadedPacts['pacts'], pending: number, filters: InteractionFilters): string {
  if (pending > 0)
    return pending === 1
      ? 'the only interaction is pending and did not pass'
      : `all ${pending} interactions are pending and did not pass`;
  if (hasFilters(filters)) return 'the filters leave no interaction';
  if (pacts.some(({ messages }) => messages.length > 0))
    return 'the pacts have messages only, and an HTTP service cannot verify them';
  return pacts.length === 0 ? 'there is no pact' : 'the pacts have no interactions';
}
