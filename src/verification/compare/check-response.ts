/** Holds the answer that an interaction expects against what the service sends: status, headers, body. */

import type { CompiledHeader, CompiledResponse, Operation } from '../../contract/operation.js';
import { escapePointer } from '../../contract/json.js';
import { violationsOf } from '../../contract/violation.js';
import type { PactResponse } from '../../pact/pact-file.js';
import type { Matcher } from '../../pact/pact-json.js';
import type { ExpectationValidator } from './expectation-schema.js';
import { checkResponseBody, EXAMPLE_NEVER_SENT } from './check-response-body.js';
import type { InteractionFinding } from './contract-finding.js';
import { canSatisfy, matchesPattern } from './can-satisfy.js';
import type { ResponseMatchers } from './matching-rules.js';

/** Statuses that proxies and load balancers before the service answer with (RFC 9110 section 15.6); scenarios do, too. */
const OF_GATEWAYS: readonly number[] = [502, 503, 504];

/** What servers and proxies add by themselves (RFC 9110 and RFC 9112); no contract names it. */
const OF_HTTP: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'server',
  'trailer',
  'transfer-encoding',
  'vary',
  'via',
]);

/** Everything in the expected answer that the service could never send. */
export function checkResponse(
  response: PactResponse,
  operation: Operation,
  asked: ExpectationValidator,
  rules: ResponseMatchers,
): InteractionFinding[] {
  const contract = operation.responses.get(response.status);
  if (contract === undefined)
    return isPossibleStatus(operation, rules.status) ? [] : [unknownStatus(response.status, operation)];
  return [...headerFindings(response, contract, rules), ...checkResponseBody(response, contract, asked, rules)];
}

function unknownStatus(status: number, { id, responses }: Operation): InteractionFinding {
  const isOfGateway = OF_GATEWAYS.includes(status);
  return {
    severity: isOfGateway ? 'warning' : 'error',
    place: { part: 'response status', pointer: '' },
    message: isOfGateway
      ? `The contract has no ${status} for ${id}; only what stands before the service could send it.`
      : `The service never answers ${id} with ${status}.`,
    expected: `one of ${[...responses.keys()].join(', ')}`,
    actual: String(status),
  };
}

/** A rule of Pact version 4 may allow a whole class of statuses, and the status is only the example. */
function isPossibleStatus({ responses }: Operation, matchers: readonly Matcher[]): boolean {
  return matchers.some(
    ({ match, status }) => match === 'statusCode' && [...responses.keys()].some((known) => isOfClass(known, status)),
  );
}

function isOfClass(status: number, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.includes(status);
  const [from, to] = CLASSES[String(wanted)] ?? [0, 0];
  return status >= from && status < to;
}

const CLASSES: Readonly<Record<string, readonly [number, number]>> = {
  info: [100, 200],
  success: [200, 300],
  redirect: [300, 400],
  clientError: [400, 500],
  serverError: [500, 600],
  nonError: [100, 400],
  error: [400, 600],
};

function headerFindings(
  { status, headers }: PactResponse,
  contract: CompiledResponse,
  rules: ResponseMatchers,
): InteractionFinding[] {
  return Object.entries(headers).flatMap(([name, values]) => {
    if (OF_HTTP.has(name)) return [];
    const value = values.join(', ');
    const place = { part: 'response header', pointer: `/${escapePointer(name)}` } as const;
    if (name === 'content-type')
      return contentTypeFindings(value, contract, rules.header(name)).map((finding) => ({ ...finding, place }));
    const known = contract.headers.find((header) => header.name.toLowerCase() === name);
    if (known !== undefined)
      return valueFindings(value, known, rules.header(name)).map((finding) => ({ ...finding, place }));
    return [
      {
        severity: 'error',
        place,
        message: `The contract has no such header with ${status}: it may never come.`,
        actual: value,
      },
    ];
  });
}

function contentTypeFindings(
  value: string,
  { mediaType }: CompiledResponse,
  matchers: readonly Matcher[],
): Omit<InteractionFinding, 'place'>[] {
  if (value.split(';')[0]?.trim().toLowerCase() === mediaType) return [];
  const isPossible =
    mediaType !== undefined &&
    matchers.some(
      ({ regex }) =>
        regex !== undefined && [mediaType, `${mediaType}; charset=utf-8`].some((sent) => matchesPattern(sent, regex)),
    );
  return [neverSent('content type', isPossible, mediaType ?? 'no body', value)];
}

function valueFindings(
  value: string,
  { validate, expected }: CompiledHeader,
  matchers: readonly Matcher[],
): Omit<InteractionFinding, 'place'>[] {
  if (validate(value)) return [];
  const isPossible = (validate.errors ?? []).every((error) => canSatisfy(error, matchers));
  const [violation] = violationsOf(validate.errors ?? [], 'header');
  return [neverSent('value', isPossible, violation?.expected ?? expected, value)];
}

/** @param isPossible whether a matching rule can be met nevertheless */
function neverSent(
  what: string,
  isPossible: boolean,
  expected: string,
  actual: string,
): Omit<InteractionFinding, 'place'> {
  if (isPossible) return { severity: 'warning', message: EXAMPLE_NEVER_SENT, expected, actual };
  return { severity: 'error', message: `The service never sends this ${what} here.`, expected, actual };
}
