/** Compares the response body that a consumer expects with the bodies that the service sends. */

import { isEmptyBody } from '../../pact/match-request.js';
import type { ErrorObject } from 'ajv';
import { violationsOf, type Violation } from '../../contract/violation.js';
import type { CompiledResponse } from '../../contract/operation.js';
import { parsePointer, previewValue } from '../../common/json.js';
import type { PactBody, PactResponse } from '../../pact/pact-file.js';
import type { ExpectationValidator } from './expectation-schema.js';
import { finding, placeText, type ContractFinding } from './contract-finding.js';
import { canSatisfy, type ResponseMatchers } from './matching-rules.js';

/** The message about an example that the service never sends, although it can satisfy the matching rule. */
export const EXAMPLE_NEVER_SENT = 'The service can satisfy the matching rule, but never sends the example.';

/**
 * Finds everything in the expected body that the service never sends; nothing if the interaction does not expect a
 * body.
 */
export function checkResponseBody(
  { status, body }: PactResponse,
  contract: CompiledResponse,
  validatorFor: ExpectationValidator,
  rules: ResponseMatchers,
): ContractFinding[] {
  if (body === undefined) return [];
  const validate = validatorFor(contract);
  const isEmpty = isEmptyBody(body);
  if (isEmpty !== (validate === undefined)) return [presenceFinding(status, body)];
  if (validate === undefined || validate(body.content)) return [];
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return onePerPlace(
    errors.flatMap((error) => violationsOf([error], 'body').map((violation) => findingOf(error, violation, rules))),
  );
}

/** The finding about an expected body if the service sends none, or about a missing one if the service sends a body. */
function presenceFinding(status: number, body: PactBody): ContractFinding {
  if (isEmptyBody(body))
    return finding('error', 'response.body.missing', {
      where: 'response body',
      message: `The service never sends ${status} without a body here.`,
      expected: 'a body',
      actual: 'no body',
    });
  return finding('error', 'response.body.unexpected', {
    where: 'response body',
    message: `The service sends ${status} without a body here.`,
    expected: 'no body',
    actual: previewValue(body.content),
  });
}

/** Keeps one finding for each value: an error, if one of the findings is an error. */
function onePerPlace(findings: readonly ContractFinding[]): ContractFinding[] {
  return findings.filter((one) => {
    const same = findings.filter(({ where }) => where === one.where);
    return one === (same.find(({ severity }) => severity === 'error') ?? same[0]);
  });
}

function findingOf(
  error: ErrorObject,
  { pointer, expected, value }: Violation,
  rules: ResponseMatchers,
): ContractFinding {
  const isPossible = canSatisfy(error, rules.body(parsePointer(error.instancePath)));
  const where = placeText('response body', pointer);
  if (isPossible)
    return finding('warning', 'response.body.example', { where, message: EXAMPLE_NEVER_SENT, expected, actual: value });
  const isUnknown = error.keyword === 'additionalProperties';
  const code = isUnknown ? 'response.body.unknown-member' : 'response.body.invalid';
  return finding('error', code, { where, message: messageFor(error, pointer), expected, actual: value });
}

function messageFor({ keyword, params }: ErrorObject, pointer: string): string {
  switch (keyword) {
    case 'additionalProperties':
      return `The contract has no member "${(params as { additionalProperty: string }).additionalProperty}" here: the service may never send it.`;
    case 'false schema':
      return `The service never sends "${parsePointer(pointer).at(-1) ?? ''}" together with the other member.`;
    case 'type':
      return 'The service never sends a value of this type here.';
    default:
      return 'The service never sends this value here.';
  }
}
