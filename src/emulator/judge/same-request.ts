/** Three ways to decide whether two requests are the same. Each returns a text that is equal for equal requests. */

import { withSortedMembers } from '../../common/json.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import { mediaTypeOf } from '../../contract/headers.js';
import { headerOf, jsonOf, type Exchange } from '../journal/exchange.js';
import { hasMarker } from '../redaction/markers.js';

/**
 * The request of a client exactly as sent, with the media type. Undefined if it cannot be compared, because the client
 * or the body is unknown.
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
  const isUnknown = body === undefined ? announcesBody(request) : 'omitted' in body;
  return isUnknown ? undefined : JSON.stringify([method, path, query, body]);
}

/** Fields of a token request by which a client authenticates: in the body or in a header (RFC 6749 section 2.3.1). */
const CREDENTIALS: ReadonlySet<string> = new Set(['client_id', 'client_secret']);
/** Headers of range requests and conditional requests (RFC 9110 sections 13 and 14). */
const NARROWING = /^(?:Range|If-.+)$/i;

/**
 * The request without everything that may differ between runs: secrets, how the client authenticates, and the order of
 * fields and members.
 */
export function requestInAnyRun({ method, path, query, request, operation }: Exchange): string {
  const fields = inOrder(query);
  const segments = path.split('/').map((segment) => (hasMarker(decodeOrKeep(segment)) ? '*' : segment));
  const narrowed = request.headers.filter(([name]) => NARROWING.test(name));

  return JSON.stringify([operation, method, segments.join('/'), fields, contentOf(request), ...narrowed]);
}

const FORM = 'application/x-www-form-urlencoded';

/** The body with its members or fields in order, without credentials. */
function contentOf({ headers, body }: Exchange['request']): unknown {
  const json = jsonOf(body);
  if (json !== undefined) return withSortedMembers(json);

  const text = body !== undefined && 'text' in body ? body.text : '';
  const isForm = mediaTypeOf(headerOf(headers, 'Content-Type')) === FORM;
  return isForm ? inOrder(text).filter(([name]) => !CREDENTIALS.has(name)) : text;
}

function inOrder(form: string): [name: string, value: string][] {
  const fields = new URLSearchParams(form);
  fields.sort();
  return [...fields];
}

/** Whether the headers announce a body. The emulator does not read every body, such as one that is too long. */
export function announcesBody({ headers }: Exchange['request']): boolean {
  return headerOf(headers, 'Transfer-Encoding') !== undefined || Number(headerOf(headers, 'Content-Length') ?? 0) > 0;
}
