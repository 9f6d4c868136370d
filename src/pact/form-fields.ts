/** The fields of a form in a pact. */

import { parseForm, PercentEncodingError } from '../contract/query-string.js';

/** The fields, each with its first value. Content that is not text, or cannot be decoded, is returned unchanged. */
export function formFields(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  try {
    return Object.fromEntries([...parseForm(content)].map(([name, values]) => [name, values[0]]));
  } catch (error) {
    if (error instanceof PercentEncodingError) return content;
    throw error;
  }
}
