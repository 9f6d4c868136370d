/** Three ways to decide whether two requests are equal. Each function returns a text that equal requests share. */

import { withSortedMembers } from '../../common/json.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import { mediaTypeOf } from '../../contract/headers.js';
import { headerOf, jsonOf, type Exchange } from '../journal/exchange.js';
import { hasMarker } from '../redaction/markers.js';

/**
 * The request of a client exactly as sent, with the media type. Undefined if the request cannot be compared, because
 * the client or the body is unknown.
 */
export function requestOfClient(exchange: Exchange): string | undefined {
  const { clientId, request } = exchange;
  const sent = requestAsSent(exchange);
  if (clientId === undefined || sent === undefined) return undefined;

  return `${JSON.stringify(clientId)} ${mediaTypeOf(headerOf(request.headers, 'Content-Type'))} ${sent}`;
}

/** The request exactly as sent, regardless of the client. Undefined if the body is unknown. */
export function requestAsSent({ method, path, query, request }: Exchange): string | undefined {
  const { body } = request;
  // A long body is stored as its length alone, and a body that the emulator did not read is not stored at all.
  const isUnknown = body === undefined ? announcesBody(request) : 'omitted' in body;
  return isUnknown ? undefined : JSON.stringify([method, path, query, body]);
}

/**
 * Fields in the body of a token request by which a client authenticates. The client may authenticate by a header
 * instead (RFC 6749 section 2.3.1), so requests with and without these fields may be equal.
 */
const CREDENTIALS: ReadonlySet<string> = new Set(['client_id', 'client_secret']);
/** Headers of range requests and conditional requests (RFC 9110 sections 13 and 14). They change what is requested. */
const NARROWING = /^(?:Range|If-.+)$/i;

/**
 * The request without everything that may differ between runs: secrets, how the client authenticates, and the order of
 * fields and members.
 */
export function requestInAnyRun({ method, path, query, request, operation }: Exchange): string {
  const fields = inOrder(query);
  // The journal has a marker in place of each secret. Another run has another secret there, and so another marker.
  const segments = path.split('/').map((segment) => (hasMarker(decodeOrKeep(segment)) ? '*' : segment));
  const narrowed = request.headers.filter(([name]) => NARROWING.test(name));

  return JSON.stringify([operation, method, segments.join('/'), fields, contentOf(request), ...narrowed]);
}

const FORM = 'application/x-www-form-urlencoded';

/** The body without credentials, with the members of a JSON object or the fields of a form in alphabetical order. */
function contentOf({ headers, body }: Exchange['request']): unknown {
  const json = jsonOf(body);
  if (json !== undefined) return withSortedMembers(json);

  const text = body !== undefined && 'text' in body ? body.text : '';
  const isForm = mediaTypeOf(headerOf(headers, 'Content-Type')) === FORM;
  return isForm ? inOrder(text).filter(([name]) => !CREDENTIALS.has(name)) : text;
}

/** The fields of a form in the order of their names, because their order means nothing. */
function inOrder(form: string): [name: string, value: string][] {
  const fields = new URLSearchParams(form);
  fields.sort();
  return [...fields];
}

/** Whether the headers announce a body. The emulator does not read each body: it skips one that is too long. */
export function announcesBody({ headers }: Exchange['request']): boolean {
  return headerOf(headers, 'Transfer-Encoding') !== undefined || Number(headerOf(headers, 'Content-Length') ?? 0) > 0;
}
