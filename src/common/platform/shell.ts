/** What a POSIX shell does: it reports signals as exit codes. */

import { constants } from 'node:os';

/** The exit code after a signal: 130 for SIGINT, 143 for SIGTERM. */
export function exitCodeAfter(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
