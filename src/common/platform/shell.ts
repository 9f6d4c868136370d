/** What a POSIX shell does: quotes words, and reports signals as exit codes. */

import { constants } from 'node:os';

/** Quotes a text as one word. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The exit code after a signal: 130 for SIGINT, 143 for SIGTERM. */
export function exitCodeAfter(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
