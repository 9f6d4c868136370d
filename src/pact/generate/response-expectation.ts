/** The answer of an interaction: what the contract promises of what was seen. */

import type { OpenApiDocument } from '../../contract/document.js';
import { headerOf, mediaTypeOf } from '../../journal/exchange.js';
import { expectedBody } from './expected-body.js';
import { rule, type TextLists, type MatchingRules, type ResponseDocument, type Rule } from '../pact-json.js';
import { mediaTypeRule } from './request-expectation.js';
import { scalarRule } from './scalar-rules.js';
import type { SeenExchange } from './seen-exchange.js';
import { caseOf, tellingMatchers } from './telling-members.js';

/** Headers of which more is known than the contract's schema says. */
const HEADER_RULES: Readonly<Record<string, Rule>> = {
  // Seconds, or an HTTP date (RFC 9110 section 10.2.3).
  'Retry-After': rule({
    match: 'regex',
    regex: String.raw`^(\d+|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$`,
  }),
};

/** The answer; `requiredOnly` leaves out the members that the contract does not demand. */
export function responseExpectation(
  seen: SeenExchange,
  document: OpenApiDocument,
  requiredOnly: boolean,
): ResponseDocument {
  const { exchange, operation, answer } = seen;
  const { status } = exchange;
  const promised = operation.responses.get(status)!;
  const headers = headersOf(seen);
  const rules = headerRules(seen, headers);
  if (promised.schema === undefined) return { status, ...headers, ...(rules && { matchingRules: rules }) };
  const telling = tellingMatchers(caseOf(operation.id, status, answer));
  const body = expectedBody(promised.schema, answer, { document, requiredOnly, telling });
  const matchingRules = { ...rules, ...(Object.keys(body.rules).length > 0 && { body: body.rules }) };
  return {
    status,
    ...headers,
    body: { content: body.content, contentType: mediaTypeOf(exchange.response.headers)!, encoded: false },
    ...(Object.keys(matchingRules).length > 0 && { matchingRules }),
  };
}

/** Those that the contract knows. */
function headersOf({ exchange: { status, response }, operation }: SeenExchange): { readonly headers?: TextLists } {
  const names = ['Content-Type', ...operation.responses.get(status)!.headers.map(({ name }) => name)];
  const known = names.flatMap((name): [string, [string]][] => {
    const value = headerOf(response.headers, name);
    return value === undefined ? [] : [[name, [value]]];
  });
  return known.length === 0 ? {} : { headers: Object.fromEntries(known) };
}

function headerRules(
  { exchange: { status }, operation }: SeenExchange,
  { headers = {} }: { readonly headers?: TextLists },
): MatchingRules | undefined {
  const promised = operation.responses.get(status)!.headers;
  const rules = Object.entries(headers).flatMap(([name, [value = '']]): [string, Rule][] => {
    const known =
      HEADER_RULES[name] ??
      (name === 'Content-Type'
        ? mediaTypeRule(value)
        : scalarRule(promised.find((header) => header.name === name)!.schema));
    return holdsFor(known, value) ? [[name, known]] : [];
  });
  return rules.length === 0 ? undefined : { header: Object.fromEntries(rules) };
}

/** A scenario may send what nobody would expect; that stays as it is. */
function holdsFor({ matchers }: Rule, value: string): boolean {
  return matchers.every(({ regex }) => regex === undefined || new RegExp(regex).test(value));
}
