/** Turns what an endpoint throws into problem details (RFC 9457). */

import { DocumentError } from '../documents/read-document.js';
import { OptionsError } from '../options.js';
import { PROBLEM_TYPE, problemDetails } from '../platform/problem-details.js';
import type { ControlAnswer } from './endpoint.js';
import { Problem, unusable } from './problem.js';

/** The problem behind an error; what nobody has foreseen is told to `onInternalError`, and its details are not told to the client. */
export function problemOf(error: unknown, onInternalError: (error: Error) => void): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof OptionsError)
    return unusable('The sandbox cannot be set up like this', error.message, pointerTo(error));
  if (error instanceof DocumentError) {
    return unusable('The fixture cannot be used', error.message, '/fixture', {
      mistakes: error.mistakes.map(({ message }) => message),
    });
  }
  onInternalError(error instanceof Error ? error : new Error(String(error)));
  return new Problem(500, 'Internal error', 'The emulator could not answer the request.');
}

/** To the first option that is mistaken; the message begins with its name. */
function pointerTo({ message }: OptionsError): string {
  const name = /^option (\w+):/.exec(message)?.[1];
  return name === undefined ? '' : `/${name}`;
}

/** The answer that tells of it. */
export function problemAnswer({ status, title, message, members, headers }: Problem): ControlAnswer {
  return {
    status,
    headers: { 'Content-Type': PROBLEM_TYPE, ...headers },
    body: problemDetails(status, title, message, members),
  };
}
