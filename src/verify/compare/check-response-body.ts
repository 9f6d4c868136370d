/** Compares the response body that a consumer expects with the bodies that the service sends. */

import { isEmptyBody } from '../../pact/match-request.js';
import type { ErrorObject } from 'ajv';
import { violationsOf, type Violation } from '../../contract/violation.js';
import type { CompiledResponse } from '../../contract/operation.js';
import { parseJson, parsePointer, previewValue } from '../../common/json.js';
import type { PactBody, PactResponse } from '../../pact/pact-file.js';
import type { ExpectationValidator } from './expectation-schema.js';
import { finding, placeText, type ContractFinding } from './contract-finding.js';
import { canSatisfy, type ResponseMatchers } from './matching-rules.js';

/**
 * Finds everything in the expected body that the service never sends. There is nothing to find if the interaction does
 * not expect a body.
 */
export function checkResponseBody(
  { status, body }: PactResponse,
  promised: CompiledResponse,
  validatorFor: ExpectationValidator,
  rules: ResponseMatchers,
): ContractFinding[] {
  if (body === undefined) return [];

  const validate = validatorFor(promised);
  const sendsBody = validate !== undefined;
  // An empty expected body means that the response must have none.
  const expectsBody = !isEmptyBody(body);
  if (sendsBody !== expectsBody) return [presenceFinding(status, body)];
  if (!sendsBody || validate(body.content)) return [];

  const findings: ContractFinding[] = [];
  for (const error of validate.errors ?? []) {
    // An error of the keyword `if` only repeats the errors inside it.
    if (error.keyword === 'if') continue;

    for (const violation of violationsOf([error], 'body')) findings.push(findingOf(error, violation, rules));
  }

  return onePerPlace(findings);
}

/** The finding about a body that is expected although the service sends none, or the other way round. */
function presenceFinding(status: number, body: PactBody): ContractFinding {
  if (isEmptyBody(body)) return finding('response.body.missing', { status, actual: 'no body' });
  return finding('response.body.unexpected', { status, actual: previewValue(body.content) });
}

/** Keeps one finding for each value. An error is kept rather than a warning. */
function onePerPlace(findings: readonly ContractFinding[]): ContractFinding[] {
  return findings.filter((one) => {
    const atPlace = findings.filter(({ where }) => where === one.where);
    const kept = atPlace.find(({ severity }) => severity === 'error') ?? atPlace[0];
    return one === kept;
  });
}

/** The finding behind an error of the schema validator: about an example, an unknown member, or an impossible value. */
function findingOf(error: ErrorObject, violation: Violation, rules: ResponseMatchers): ContractFinding {
  const { pointer, expected, value } = violation;
  const place = { where: placeText('response body', pointer), expected, actual: value };
  const matchers = rules.body(parsePointer(error.instancePath));
  // Only the example is wrong: a value that the service sends can satisfy the matcher.
  if (canSatisfy(error, matchers)) return finding('response.body.example', place);

  if (error.keyword !== 'additionalProperties')
    return finding('response.body.invalid', { ...place, what: unsentText(error, pointer) });

  const { additionalProperty: member } = error.params as { readonly additionalProperty: string };
  return finding('response.body.unknown-member', { ...place, member });
}

/** What the service never sends, in words for the message. */
function unsentText({ keyword, data }: ErrorObject, pointer: string): string {
  const name = parsePointer(pointer).at(-1) ?? '';
  if (keyword === 'false schema') return `"${name}" together with the other member`;
  if (keyword !== 'type') return 'this value here';

  const json = typeof data === 'string' ? parseJson(data) : undefined;
  const isQuoted = typeof json === 'object' && json !== null;

  return isQuoted ? 'JSON in a text here: write it without quotes' : 'a value of this type here';
}
