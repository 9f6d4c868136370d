/** Describes in plain words why a connection to a real service failed. */

import descriptions from './connection-failures.json' with { type: 'json' };

/** By the code of the error. `{trust}` says how the user can trust another certificate authority. */
const DESCRIPTIONS = new Map(Object.entries(descriptions));

/** Error messages that cannot contain a part of a request, and so no secret. */
const SAFE_MESSAGE = /^[a-z ]{1,60}$/;

/**
 * Describes a failed connection in one clause. The message of the error itself appears only if it cannot contain a
 * secret: some messages repeat the header that they complain about.
 * @param error of `fetch` or `node:http`; the first one of an `AggregateError` (`localhost` has several addresses)
 * @param trust how the user can trust another certificate authority: `name it with --ca if you trust it`
 */
export function describeConnectionFailure(error: unknown, trust: string): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code, name, message } = first as NodeJS.ErrnoException;
  const description = DESCRIPTIONS.get(code ?? '');
  if (description !== undefined) return description.replace('{trust}', trust);
  // The error of the parser in Node.js 24 has no code.
  if (code?.startsWith('HPE_') === true || name === 'HTTPParserError') return 'the response is not valid HTTP';

  return SAFE_MESSAGE.test(message) ? message : (code ?? name);
}
