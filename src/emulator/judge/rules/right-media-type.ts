import { mediaTypeOf } from '../../../contract/headers.js';
import type { OperationId } from '../../../contract/operation.js';
import { headerOf } from '../../journal/exchange.js';
import { announcesBody } from '../same-request.js';
import { eachAlone } from '../series.js';

const JSON_TYPE = 'application/json';
/** The media type of the request's body, for each operation that has one. */
const MEDIA_TYPES: Readonly<Partial<Record<OperationId, string>>> = {
  issueToken: 'application/x-www-form-urlencoded',
  createCredentialsRequest: JSON_TYPE,
  generateVerificationLink: JSON_TYPE,
  generateVerificationLinksBatch: JSON_TYPE,
};

/** A client sends each body with the media type of the contract. */
export const rightMediaType = eachAlone(({ operation, request, status }) => {
  const expected = operation && MEDIA_TYPES[operation];
  const hasBody = request.body !== undefined || announcesBody(request);
  if (expected === undefined || !hasBody) return 'not-applicable';

  const contentType = headerOf(request.headers, 'Content-Type');
  const sent = mediaTypeOf(contentType);
  if (sent === expected) return 'followed';

  const how = contentType === undefined ? 'without a media type' : `as ${sent}`;
  const what = `Sent a body ${how} instead of ${expected}`;
  // The service may accept more media types than the contract names, so only a refusal shows a mistake.
  if (status < 400) return { seenInstead: `${what}, which was not refused.` };

  return { broken: `${what}.` };
});
