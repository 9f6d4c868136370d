import type { OperationId } from '../../../contract/operation.js';
import { headerOf, mediaTypeOf, type Exchange } from '../../journal/exchange.js';
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
  title: 'A client sends each body with the media type of the contract.',
  basis: 'specification sections 4.2 and 5.1; RFC 9110 section 8.3',
  occasion: 'request with a body',
  remedy: 'Send the token request as application/x-www-form-urlencoded, and every other body as application/json.',
  examine: (exchanges) => {
    const withBody = exchanges.filter(
      ({ operation, request }) => hasBody(request) && expectedType(operation) !== undefined,
    );
    const wrong = withBody.filter(isWrong);
    return {
      offences: wrong.map((exchange) => ({ exchanges: [exchange], what: describeBody(exchange) })),
      followed: withBody.filter((exchange) => !wrong.includes(exchange)),
    };
  },
};

/** The emulator does not read a body of the wrong media type, so the journal has none; but its headers announce it. */
function hasBody({ headers, body }: Exchange['request']): boolean {
  return (
    body !== undefined ||
    headerOf(headers, 'Transfer-Encoding') !== undefined ||
    Number(headerOf(headers, 'Content-Length') ?? 0) > 0
  );
}

/** A request that succeeded was right enough. */
function isWrong({ operation, request, status }: Exchange): boolean {
  return status >= 400 && mediaTypeOf(request.headers) !== expectedType(operation);
}

function expectedType(operation: string | undefined): string | undefined {
  return MEDIA_TYPES[operation as OperationId];
}

function describeBody({ operation, request }: Exchange): string {
  const given = mediaTypeOf(request.headers);
  const expected = expectedType(operation) ?? JSON_TYPE;
  return given === undefined
    ? `Sent a body without a media type instead of ${expected}.`
    : `Sent a body as ${given} instead of ${expected}.`;
}
