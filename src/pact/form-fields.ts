/** A form that a pact has as text, as values. */

import { parseForm, PercentEncodingError } from '../contract/query-string.js';

/** The fields, of a repeated one the first; the content itself where it is no text, or no form. */
export function formFields(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  try {
    return Object.fromEntries([...parseForm(content)].map(([name, values]) => [name, values[0]]));
  } catch (error) {
    if (error instanceof PercentEncodingError) return content;
    throw error;
  }
}
