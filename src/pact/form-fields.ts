/** The body of a request in a pact as a JSON value; a form as its fields. */

import { firstValues, parseFormIfReadable } from '../contract/query-string.js';
import type { RequestMatch } from './match-request.js';
import type { PactRequest } from './pact-file.js';

/** The body as a JSON value: a form as an object of its fields. Undefined if the operation takes none, or none is sent. */
export function requestBodyOf({ body }: PactRequest, match: RequestMatch): unknown {
  const contract = match.kind === 'operation' ? match.operation.body : undefined;
  if (contract === undefined || body === undefined || body.content === '') return undefined;
  return contract.mediaType === 'application/json' ? body.content : formFields(body.content);
}

/** Whether a content type is that of a form. Media types are in any case (RFC 9110 section 8.3.1). */
export function isForm(contentType = ''): boolean {
  return mediaTypeIn(contentType) === 'application/x-www-form-urlencoded';
}

/** The media type of a content type, without parameters and in lower case. */
export function mediaTypeIn(contentType: string): string {
  return contentType.split(';')[0]!.trim().toLowerCase();
}

/** The fields, each with its first value. Content that is not text, or cannot be decoded, is returned unchanged. */
export function formFields(content: unknown): unknown {
  const fields = typeof content === 'string' ? parseFormIfReadable(content) : undefined;
  return fields === undefined ? content : firstValues(fields);
}
