import { mediaTypeOf } from '../../../contract/headers.js';
import type { OperationId } from '../../../contract/operation.js';
import { headerOf } from '../../journal/exchange.js';
import { announcesBody } from '../same-request.js';
import { eachAlone } from '../series.js';

const JSON_TYPE = 'application/json';
const MEDIA_TYPES: Readonly<Partial<Record<OperationId, string>>> = {
  issueToken: 'application/x-www-form-urlencoded',
  createCredentialsRequest: JSON_TYPE,
  generateVerificationLink: JSON_TYPE,
  generateVerificationLinksBatch: JSON_TYPE,
};

/** A client sends each body with the media type of the contract. */
export const rightMediaType = eachAlone(({ operation, request, status }) => {
  const expected = operation && MEDIA_TYPES[operation];
  if (expected === undefined || (request.body === undefined && !announcesBody(request))) return undefined;

  const contentType = headerOf(request.headers, 'Content-Type');
  const given = mediaTypeOf(contentType);
  // The service accepted the media type if the request succeeded.
  if (status < 400 || given === expected) return true;

  return contentType === undefined
    ? `Sent a body without a media type instead of ${expected}.`
    : `Sent a body as ${given} instead of ${expected}.`;
});
