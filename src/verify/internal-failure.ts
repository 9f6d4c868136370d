/** A failure of id-emulator itself while it examines one interaction. The results of the other interactions stand. */

import type { InteractionFailure } from './report/verification-report.js';

/** @param attempt what id-emulator did, in the past tense: `compared the interaction with the contract` */
export function internalFailure(attempt: string, error: unknown): InteractionFailure {
  const reason = String(error).replace(/\s+/g, ' ');
  return {
    kind: 'internal',
    message: `id-emulator failed when it ${attempt} (${reason}): this is a bug of id-emulator, not of the pact`,
  };
}
