/** The expected response of an interaction: the part of the actual response that the contract promises. */

import type { OpenApiDocument } from '../../contract/document.js';
import { mediaTypeOf } from '../../contract/headers.js';
import { membersOf, nonEmpty } from '../../common/json.js';
import type { CompiledHeader, OperationId } from '../../contract/operation.js';
import { headerOf } from '../../emulator/journal/exchange.js';
import type { MatchingRules, ResponseDocument, Rule, TextLists } from '../../emulator/control/pact-document.js';
import { rule } from '../pact-json.js';
import type { CheckedExchange } from './checked-exchange.js';
import { expectedBody, oneOfTexts, scalarRule } from './expected-body.js';
import { mediaTypeRule } from './request-expectation.js';

/**
 * A value of `Retry-After`: seconds, or an HTTP date (RFC 9110 section 10.2.3). The contract's schema does not describe
 * it completely.
 */
const RETRY_AFTER = rule({
  match: 'regex',
  regex: String.raw`^(\d+|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$`,
});

/** The response of an interaction. A status that the contract does not have has no headers and no body. */
export function responseExpectation(checked: CheckedExchange, document: OpenApiDocument): ResponseDocument {
  const { exchange, operation, responseBody } = checked;
  const { status } = exchange;
  const promised = operation.responses.get(status);
  if (promised === undefined) return { status };

  const headers = headersOf(checked);
  const rules = headerRules(checked, headers);
  if (promised.schema === undefined) return { status, ...headers, ...nonEmpty('matchingRules', rules) };

  // The rule of a distinctive member accepts its own value alone.
  const members = distinctiveMembers(operation.id, status, responseBody);
  const distinctive = new Map([...members].map(([name, values]) => [name, oneOfTexts(values)]));
  const body = expectedBody(promised.schema, responseBody, { document, distinctive });

  const matchingRules = { ...rules, ...nonEmpty('body', body.rules) };
  const contentType = mediaTypeOf(headerOf(exchange.response.headers, 'Content-Type'));

  return {
    status,
    ...headers,
    body: { content: body.content, contentType, encoded: false },
    ...nonEmpty('matchingRules', matchingRules),
  };
}

/** The headers that the contract declares. */
function headersOf({ exchange: { status, response }, operation }: CheckedExchange): { readonly headers?: TextLists } {
  const names = ['Content-Type', ...operation.responses.get(status)!.headers.map(({ name }) => name)];
  const sent = names.flatMap((name): [string, [string]][] => {
    const value = headerOf(response.headers, name);
    return value === undefined ? [] : [[name, [value]]];
  });
  return nonEmpty('headers', Object.fromEntries(sent));
}

/** The rules of the headers whose actual value satisfies its rule. */
function headerRules(
  { exchange: { status }, operation }: CheckedExchange,
  { headers = {} }: { readonly headers?: TextLists },
): MatchingRules {
  const promised = operation.responses.get(status)!.headers;
  const rules = Object.entries(headers).flatMap(([name, [value = '']]): [string, Rule][] => {
    const headerRule = ruleOf(name, value, promised);
    const isMet = headerRule.matchers.every(({ regex }) => regex === undefined || new RegExp(regex).test(value));
    // A scenario may send a value that violates the rule. Then the value is expected exactly.
    return isMet ? [[name, headerRule]] : [];
  });
  return nonEmpty('header', Object.fromEntries(rules));
}

/** The rule for a header that the contract declares. */
function ruleOf(name: string, value: string, promised: readonly CompiledHeader[]): Rule {
  if (name === 'Retry-After') return RETRY_AFTER;
  if (name === 'Content-Type') return mediaTypeRule(value);
  return scalarRule(promised.find((header) => header.name === name)!.schema);
}

/** Values of `status` that do not distinguish interactions: they grade a credential that is active in each case. */
const EQUIVALENT_STATUSES = ['strong', 'moderate', 'weak'];

/**
 * The members at the top of a body whose values distinguish interactions, each with its value or with all equivalent
 * values. A revoked credential, for example, is another case than an active one.
 */
export function distinctiveMembers(
  operation: OperationId,
  status: number,
  body: unknown,
): ReadonlyMap<string, readonly string[]> {
  const { error, status: reported } = membersOf(body);
  if (status >= 400) return new Map(typeof error === 'string' ? [['error', [error]]] : []);
  if (operation !== 'checkVerificationStatus' || typeof reported !== 'string') return new Map();

  return new Map([['status', EQUIVALENT_STATUSES.includes(reported) ? EQUIVALENT_STATUSES : [reported]]]);
}
