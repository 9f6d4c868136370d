/** Compares the response body that a consumer expects with the bodies that the service sends. */

import type { ErrorObject } from 'ajv';
import { violationsOf, type Violation } from '../../contract/violation.js';
import type { CompiledResponse } from '../../contract/operation.js';
import { parsePointer, previewValue } from '../../common/json.js';
import type { PactResponse } from '../../pact/pact-file.js';
import type { ExpectationValidator } from './expectation-schema.js';
import type { InteractionFinding } from './contract-finding.js';
import { canSatisfy } from './can-satisfy.js';
import type { ResponseMatchers } from './matching-rules.js';

/** For an example that the service never sends, although it can satisfy the matching rule. */
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
): InteractionFinding[] {
  if (body === undefined) return [];
  const validate = validatorFor(contract);
  // In every version of the Pact specification, an empty text and null mean that there is no body.
  const isEmpty = body.content === '' || body.content === null;
  if (validate === undefined) {
    if (isEmpty) return [];
    return [
      {
        severity: 'error',
        code: 'response.body.unexpected',
        place: { part: 'response body', pointer: '' },
        message: `The service sends ${status} without a body here.`,
        expected: 'no body',
        actual: previewValue(body.content),
      },
    ];
  }
  if (isEmpty) {
    return [
      {
        severity: 'error',
        code: 'response.body.missing',
        place: { part: 'response body', pointer: '' },
        message: `The service never sends ${status} without a body here.`,
        expected: 'a body',
        actual: 'no body',
      },
    ];
  }
  if (validate(body.content)) return [];
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return onePerPlace(
    errors.flatMap((error) => violationsOf([error], 'body').map((violation) => findingOf(error, violation, rules))),
  );
}

/** One finding for each value: an error if there is one. */
function onePerPlace(findings: readonly InteractionFinding[]): InteractionFinding[] {
  const chosen = new Map<string, InteractionFinding>();
  for (const finding of findings) {
    const known = chosen.get(finding.place.pointer);
    if (known === undefined || (known.severity !== 'error' && finding.severity === 'error'))
      chosen.set(finding.place.pointer, finding);
  }
  return [...chosen.values()];
}

function findingOf(
  error: ErrorObject,
  { pointer, expected, value }: Violation,
  rules: ResponseMatchers,
): InteractionFinding {
  const matchers = rules.body(parsePointer(error.instancePath));
  const isPossible = canSatisfy(error, matchers);
  return {
    severity: isPossible ? 'warning' : 'error',
    code: isPossible
      ? 'response.body.example'
      : error.keyword === 'additionalProperties'
        ? 'response.body.unknown-member'
        : 'response.body.invalid',
    place: { part: 'response body', pointer },
    message: messageFor(error, pointer, isPossible),
    expected,
    ...(value !== undefined && { actual: value }),
  };
}

function messageFor({ keyword, params }: ErrorObject, pointer: string, isPossible: boolean): string {
  if (isPossible) return EXAMPLE_NEVER_SENT;
  if (keyword === 'additionalProperties')
    return `The contract has no member "${(params as { additionalProperty: string }).additionalProperty}" here: the service may never send it.`;
  if (keyword === 'false schema')
    return `The service never sends "${parsePointer(pointer).at(-1) ?? ''}" together with the other member.`;
  return keyword === 'type'
    ? 'The service never sends a value of this type here.'
    : 'The service never sends this value here.';
}
