import { mediaTypeOf } from '../../../contract/headers.js';
import type { OperationId } from '../../../contract/operation.js';
import { headerOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';
import { announcesBody } from '../same-request.js';
import { eachAlone } from '../series.js';

const JSON_TYPE = 'application/json';
const MEDIA_TYPES: Readonly<Partial<Record<OperationId, string>>> = {
  issueToken: 'application/x-www-form-urlencoded',
  createCredentialsRequest: JSON_TYPE,
  generateVerificationLink: JSON_TYPE,
  generateVerificationLinksBatch: JSON_TYPE,
};

export const rightMediaType: Rule = {
  id: 'right-media-type',
  title: 'A client sends each body with the media type of the contract.',
  basis: 'specification sections 4.2 and 5.1; RFC 9110 section 8.3',
  precondition: 'request with a body',
  remedy: 'Send the token request as application/x-www-form-urlencoded, and every other body as application/json.',
  examine: eachAlone(({ operation, request, status }) => {
    const expected = operation && MEDIA_TYPES[operation];
    if (expected === undefined || (request.body === undefined && !announcesBody(request))) return undefined;

    const contentType = headerOf(request.headers, 'Content-Type');
    const given = mediaTypeOf(contentType);
    // The service accepted the media type if the request succeeded.
    if (status < 400 || given === expected) return true;

    return contentType === undefined
      ? `Sent a body without a media type instead of ${expected}.`
      : `Sent a body as ${given} instead of ${expected}.`;
  }),
};
