import type { OperationId } from '../../contract/operation.js';
import { headerOf, type Exchange, mediaTypeOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';

const JSON_TYPE = 'application/json';
const MEDIA_TYPES: Readonly<Partial<Record<OperationId, string>>> = {
  issueToken: 'application/x-www-form-urlencoded',
  createCredentialsRequest: JSON_TYPE,
  generateVerificationLink: JSON_TYPE,
  generateVerificationLinksBatch: JSON_TYPE,
};

export const rightMediaType: Rule = {
  id: 'right-media-type',
  title: 'A client says the media type of its bodies, and it is the one of the contract.',
  basis: 'specification sections 4.2 and 5.1; RFC 9110 section 8.3',
  occasion: 'request with a body',
  remedy: 'Send the token request as application/x-www-form-urlencoded, and every other body as application/json.',
  examine: (exchanges) => {
    const withBody = exchanges.filter(
      ({ operation, request }) => hasBody(request) && expectedType(operation) !== undefined,
    );
    const wrong = withBody.filter(isWrong);
    return {
      offences: wrong.map((exchange) => ({ exchanges: [exchange], what: whatOf(exchange) })),
      good: withBody.filter((exchange) => !wrong.includes(exchange)),
    };
  },
};

/** A body of the wrong media type is not waited for, so the journal has none; but it was announced. */
function hasBody({ headers, body }: Exchange['request']): boolean {
  return (
    body !== undefined ||
    headerOf(headers, 'Transfer-Encoding') !== undefined ||
    Number(headerOf(headers, 'Content-Length') ?? 0) > 0
  );
}

/** What the service took has been right enough. */
function isWrong({ operation, request, status }: Exchange): boolean {
  return status >= 400 && mediaTypeOf(request.headers) !== expectedType(operation);
}

function expectedType(operation: string | undefined): string | undefined {
  return MEDIA_TYPES[operation as OperationId];
}

function whatOf({ operation, request }: Exchange): string {
  return `Sent a body as ${mediaTypeOf(request.headers) ?? 'nothing in particular'} instead of ${expectedType(operation)!}.`;
}
