/**
 * Compares the response that an interaction expects with the responses that the service sends: status, headers, body.
 */

import { mediaTypeOf } from '../../contract/headers.js';
import type { CompiledHeader, CompiledResponse, Operation } from '../../contract/operation.js';
import { violationsOf } from '../../contract/violation.js';
import { expectsStatus, statusClasses } from '../../pact/expected-status.js';
import type { PactResponse } from '../../pact/pact-file.js';
import type { Matcher } from '../../emulator/control/pact-document.js';
import type { ExpectationValidator } from './expectation-schema.js';
import { checkResponseBody } from './check-response-body.js';
import { finding, type ContractFinding } from './contract-finding.js';
import { canSatisfy, matchesPattern, type ResponseMatchers } from './matching-rules.js';

/** Statuses that gateways in front of the service send (RFC 9110 section 15.6). Scenarios also send these statuses. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/** Headers that servers and proxies add by themselves (RFC 9110, RFC 9112); contracts do not list them. */
const TRANSPORT_HEADERS: ReadonlySet<string> = new Set(
  'connection content-encoding content-length date keep-alive server trailer transfer-encoding vary via'.split(' '),
);

/**
 * Finds everything in the expected response that the service never sends. If several statuses satisfy the expectation,
 * only the status with the fewest errors counts.
 */
export function checkResponse(
  response: PactResponse,
  operation: Operation,
  validatorFor: ExpectationValidator,
  rules: ResponseMatchers,
): ContractFinding[] {
  const statuses = possibleStatuses(response, operation);
  const isExampleUnknown = statuses.length > 0 && !statuses.includes(response.status);
  // A class of statuses whose example is a gateway status describes the response of a gateway, about which the contract
  // says nothing.
  if (isExampleUnknown && GATEWAY_STATUSES.includes(response.status)) return [];

  const findingsByStatus = statuses.map((status) => {
    const withStatus = { ...response, status };
    const promised = operation.responses.get(status)!;
    const ofBody = checkResponseBody(withStatus, promised, validatorFor, rules);

    return [...headerFindings(withStatus, promised, rules), ...ofBody];
  });

  const [fewest] = findingsByStatus.toSorted(byErrors);
  if (fewest === undefined) return [unknownStatus(response, operation)];
  if (!isExampleUnknown) return fewest;

  const values = { expected: `one of ${statuses.join(', ')}`, actual: String(response.status) };

  return [finding('response.status.example', values), ...fewest];
}

/** Sorts by the number of errors; with equally many errors, by the number of all findings. */
function byErrors(one: readonly ContractFinding[], other: readonly ContractFinding[]): number {
  const errorCount = (findings: readonly ContractFinding[]): number =>
    findings.filter(({ severity }) => severity === 'error').length;
  return errorCount(one) - errorCount(other) || one.length - other.length;
}

/** The finding about a status that the operation never sends. */
function unknownStatus(response: PactResponse, { id, responses }: Operation): ContractFinding {
  const classes = statusClasses(response);
  const actual = classes.length === 0 ? String(response.status) : classes.flat().join(' and ');
  const expected = `one of ${[...responses.keys()].join(', ')}`;
  const isOfGateway = classes.length === 0 && GATEWAY_STATUSES.includes(response.status);
  const code = isOfGateway ? 'response.status.gateway' : 'response.status.unknown';

  return finding(code, { operation: id, expected, actual });
}

/**
 * The statuses of the contract that satisfy the expectation: the example or, with a matcher of Pact version 4, a class
 * of statuses. The example comes first.
 */
function possibleStatuses(response: PactResponse, { responses }: Operation): number[] {
  const possible = [...responses.keys()].filter((status) => expectsStatus(response, status));
  const others = possible.filter((status) => status !== response.status);
  return possible.includes(response.status) ? [response.status, ...others] : others;
}

/** The findings about expected headers. Headers that servers and gateways add are not compared. */
function headerFindings(
  { status, headers }: PactResponse,
  promised: CompiledResponse,
  rules: ResponseMatchers,
): ContractFinding[] {
  const compared = Object.entries(headers).filter(([name]) => !TRANSPORT_HEADERS.has(name));
  return compared.flatMap(([name, values]) => {
    const actual = values.join(', ');
    const where = `response header ${name}`;
    const matchers = rules.header(name);
    // The contract declares the content type with the body, not among the headers.
    if (name === 'content-type') {
      const wrongType = wrongContentType(actual, promised, matchers);
      return wrongType ? headerFinding(wrongType, where, actual) : [];
    }

    const declared = promised.headers.find((header) => header.name.toLowerCase() === name);
    if (declared === undefined) return finding('response.header.unknown', { where, status, actual });

    const wrong = wrongValue(actual, declared, matchers);
    return wrong ? headerFinding(wrong, where, actual) : [];
  });
}

/** The finding about a wrong header. */
function headerFinding({ what, mayMatchRule, expected }: WrongHeader, where: string, actual: string): ContractFinding {
  if (mayMatchRule) return finding('response.header.example', { where, expected, actual });
  return finding('response.header.invalid', { where, what, expected, actual });
}

/** A header value that the service never sends. */
interface WrongHeader {
  readonly what: 'content type' | 'value';
  /** Whether another value, which the service may send, satisfies the matching rule. */
  readonly mayMatchRule: boolean;
  /** What the service sends, in words. */
  readonly expected: string;
}

/** What is wrong with an expected content type; undefined if the service sends it. */
function wrongContentType(
  value: string,
  { mediaType }: CompiledResponse,
  matchers: readonly Matcher[],
): WrongHeader | undefined {
  if (mediaTypeOf(value) === mediaType) return undefined;

  // The service may send the media type with a charset.
  const sent = mediaType === undefined ? [] : [mediaType, `${mediaType}; charset=utf-8`];
  const patterns = matchers.flatMap(({ regex }) => regex ?? []);
  const mayMatchRule = patterns.some((pattern) => sent.some((text) => matchesPattern(text, pattern)));

  return { what: 'content type', mayMatchRule, expected: mediaType ?? 'no body' };
}

/** What is wrong with the expected value of a declared header; undefined if the service may send it. */
function wrongValue(
  value: string,
  { validate, expected }: CompiledHeader,
  matchers: readonly Matcher[],
): WrongHeader | undefined {
  if (validate(value)) return undefined;

  const errors = validate.errors ?? [];
  const mayMatchRule = errors.every((error) => canSatisfy(error, matchers));

  return { what: 'value', mayMatchRule, expected: violationsOf(errors, 'header')[0]?.expected ?? expected };
}
