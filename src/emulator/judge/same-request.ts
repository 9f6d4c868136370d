/** Three answers to "is it the same request?", by what they compare: equal texts, equal requests. */

import { withSortedMembers } from '../../common/json.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import { mediaTypeOf } from '../../contract/headers.js';
import { headerOf, jsonOf, type Exchange } from '../journal/exchange.js';
import { hasMarker } from '../redaction/markers.js';

/**
 * Compares what one client sent, to the letter, with the media type. Undefined if two requests cannot be compared: the
 * client or the body is not known.
 */
export function requestOfClient(exchange: Exchange): string | undefined {
  const { clientId, request } = exchange;
  const sent = requestAsSent(exchange);
  if (clientId === undefined || sent === undefined) return undefined;
  return `${JSON.stringify(clientId)} ${mediaTypeOf(headerOf(request.headers, 'Content-Type'))} ${sent}`;
}

/** Compares what was sent, to the letter, whoever sent it. Undefined if the body is not known. */
export function requestAsSent({ method, path, query, request }: Exchange): string | undefined {
  const { body } = request;
  const isUnknown = body === undefined ? announcesBody(request) : 'omitted' in body;
  return isUnknown ? undefined : JSON.stringify([method, path, query, body]);
}

/** Compares what was asked for, without what differs from run to run: secrets, and the order of fields and members. */
export function requestInAnyRun({ method, path, query, request, operation }: Exchange): string {
  const fields = [...new URLSearchParams(query)].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const segments = path.split('/').map((segment) => (hasMarker(decodeOrKeep(segment)) ? '*' : segment));
  const { body } = request;
  const json = jsonOf(body);
  const text = body !== undefined && 'text' in body ? body.text : '';
  const content = json === undefined ? text : withSortedMembers(json);
  return JSON.stringify([operation, method, segments.join('/'), fields, content]);
}

/** Whether the headers announce a body. The emulator does not read each: one of a wrong media type, or too long. */
export function announcesBody({ headers }: Exchange['request']): boolean {
  return headerOf(headers, 'Transfer-Encoding') !== undefined || Number(headerOf(headers, 'Content-Length') ?? 0) > 0;
}
