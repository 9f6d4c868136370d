/** A response as the emulator sent it: its body, what it rests on, and whether another one is the same. */

import { mapMembers, parseJson } from '../../common/json.js';
import type { Contract } from '../../contract/contract.js';
import type { ExchangeFacts } from '../../contract/fidelity/exchange-facts.js';
import { matchOperation, requestBodyOf } from '../../pact/match-request.js';
import type { PactRequest } from '../../pact/pact-file.js';

export interface ObservedResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The emulator's diagnostics for this exchange. */
  readonly diagnostics: readonly string[];
}

/** The JSON value of the body; undefined if it has none, or is not JSON. */
export function bodyOf({ body }: ObservedResponse): unknown {
  return parseJson(body);
}

/** The facts of the exchange, from which the contract tells what the response rests on. */
export function factsOf(request: PactRequest, response: ObservedResponse, contract: Contract): ExchangeFacts {
  const operation = matchOperation(contract, request)?.operation;
  return {
    operationId: operation?.id,
    request: {
      query: request.query,
      headers: mapMembers(request.headers, (values) => values.join(', ')),
      body: requestBodyOf(request, operation) ?? request.body?.content,
    },
    response: { status: response.status, headers: response.headers, body: bodyOf(response) },
  };
}

/** The emulator's own headers, what follows from the body or the moment, and what gateways add. */
const NOT_COMPARED =
  /^(emulator-.*|date|content-length|connection|keep-alive|etag|x-request-id|vary|content-encoding|access-control-allow-origin)$/;

/** Whether two responses are equal, except for texts that differ in every run: tokens name their sandbox. */
export function isSameResponse(one: ObservedResponse, other: ObservedResponse): boolean {
  if (one.status !== other.status || !isSameText(headersText(one), headersText(other))) return false;
  const [a, b] = [bodyOf(one), bodyOf(other)];
  return a === undefined || b === undefined
    ? one.body === other.body
    : isSameText(JSON.stringify(a), JSON.stringify(b));
}

function headersText({ headers }: ObservedResponse): string {
  const compared = Object.entries(headers).filter(([name]) => !NOT_COMPARED.test(name));
  return JSON.stringify(compared.toSorted());
}

/** A token, also as part of a text such as a URL. Sandboxes have IDs of the same length, and so have their tokens. */
const TOKEN = /[\w-]{24,}(?:\.[\w-]{24,})*/g;

function isSameText(one: string, other: string): boolean {
  const shape = (text: string): string => text.replace(TOKEN, (token) => '#'.repeat(token.length));
  return one === other || shape(one) === shape(other);
}
