/** What the contract says about a request and its response that the emulator has seen. */

import { parseJson } from '../../common/json.js';
import { mediaTypeOf } from '../../contract/headers.js';
import { parseForm, PercentEncodingError } from '../../contract/query-string.js';
import { checkRequest } from '../../contract/request.js';
import { responseViolations } from '../../contract/response.js';
import { violationSentence, type Violation } from '../../contract/violation.js';
import { formFields, type MatchedOperation, type RequestMatch } from '../match-request.js';
import type { Message } from './adapt-request.js';
import type { ForwardedResponse } from './gateway.js';

/** What the service would refuse, each a sentence; empty if the request is valid. */
export function violationsOfRequest(
  { method, query, headers, body }: Message & { readonly method: string; readonly query: string },
  match: RequestMatch,
): string[] {
  if (match.kind === 'unreadable-path') return ['The percent-encoding of the path is broken.'];
  if (match.kind === 'no-path') return ['The contract has no such path.'];
  if (match.kind === 'no-method')
    return [`The path has the methods ${match.methods.join(', ').toUpperCase()}, found ${method}.`];
  const { operation, pathParameters: path } = match;
  const found: Violation[] = [];
  const authorization = headers['authorization'];
  if (operation.access === 'bearer' && !/^bearer +\S/i.test(authorization ?? ''))
    found.push({ in: 'header', pointer: '/Authorization', expected: 'an access token' });
  const text = body.toString();
  const given = mediaTypeOf(headers['content-type']);
  if (operation.body !== undefined && text !== '' && given !== operation.body.mediaType) {
    const sent = given === '' ? {} : { value: given };
    return sentences([
      ...found,
      { in: 'header', pointer: '/Content-Type', expected: operation.body.mediaType, ...sent },
    ]);
  }
  try {
    const isJson = operation.body?.mediaType === 'application/json';
    const sent = text === '' || operation.body === undefined ? undefined : isJson ? jsonOr(text) : formFields(text);
    return sentences([...found, ...checkRequest(operation, { path, query: parseForm(query), body: sent }).violations]);
  } catch (error) {
    if (error instanceof PercentEncodingError) return [...sentences(found), `The query is ${error.message}.`];
    throw error;
  }
}

/** What the contract does not have, each a sentence; empty if the response is on contract. */
export function violationsOfResponse(
  { status, headers, body }: Pick<ForwardedResponse, 'status' | 'headers' | 'body'>,
  { operation }: MatchedOperation,
): string[] {
  const text = body.toString();
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return sentences(
    responseViolations(operation, { status, headers: plain, ...(text !== '' && { body: jsonOr(text) }) }),
  );
}

/** The JSON value, or else the text. */
function jsonOr(text: string): unknown {
  return parseJson(text) ?? text;
}

function sentences(violations: readonly Violation[]): string[] {
  return violations.map(violationSentence);
}
