/** The status of a response, or how its connection ended. */

import type { JSX } from 'preact';
import type { Outline } from '../control/types.js';

/** What the client received instead of a whole response: in a word, and in a sentence. */
export const ENDINGS: Readonly<Record<NonNullable<Outline['ending']>, readonly [word: string, sentence: string]>> = {
  close: ['closed', 'the connection was closed before a response'],
  reset: ['reset', 'the connection was reset before a response'],
  cut: ['cut off', 'the response was cut off'],
  'broken-chunks': ['broken', 'a chunk of the response was broken'],
  never: ['none', 'no response was sent'],
};

/** Reason phrases of the statuses that the contract has (RFC 9110 section 15). */
export const PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

interface Shown extends Pick<Outline, 'status'> {
  readonly ending: Outline['ending'] | undefined;
}

export function Status({ status, ending }: Shown): JSX.Element {
  if (ending !== undefined) return <span class="status ended">{ENDINGS[ending][0]}</span>;
  return <span class={`status s${String(status)[0]}`}>{status}</span>;
}
