/** The formats of JSON Schema as the contract's validators check them. */

import type { Format } from 'ajv';

/**
 * Nearly every time that is sent: in UTC, and on a day that each month has. A list of a hundred credentials has hundreds of
 * them, and ajv-formats takes each apart.
 */
const PLAIN_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** Those of ajv-formats, which are asked about a time only where it is not as nearly all of them are. */
export function contractFormats(full: Readonly<Record<string, Format>>): Record<string, Format> {
  const { validate } = full['date-time'] as { readonly validate: (text: string) => boolean };
  return {
    ...full,
    'date-time': { type: 'string', validate: (text: string) => PLAIN_TIME.test(text) || validate(text) },
  };
}
