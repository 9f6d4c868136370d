/** What an answer calls itself. The specification shows no header; these are the usual ones, and the emulator's. */

import type { Answer } from './transport.js';

const NAMES = ['x-request-id', 'request-id', 'x-correlation-id', 'emulator-exchange'];

export function requestIdOf({ headers }: Pick<Answer, 'headers'>): string | undefined {
  return NAMES.map((name) => headers[name]).find((value) => value !== undefined);
}
