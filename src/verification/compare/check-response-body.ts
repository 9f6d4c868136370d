/** Holds the body that a consumer expects against what the service could send. */

import type { ErrorObject } from 'ajv';
import { violationsOf, type Violation } from '../../contract/violation.js';
import type { CompiledResponse } from '../../contract/operation.js';
import { previewValue } from '../../contract/json.js';
import type { PactResponse } from '../../pact/pact-file.js';
import type { ExpectationValidator } from './expectation-schema.js';
import type { InteractionFinding } from './contract-finding.js';
import { canSatisfy } from './can-satisfy.js';
import type { ResponseMatchers } from './matching-rules.js';

/** Said of an example that the consumer was tested with, where the rule beside it holds. */
export const EXAMPLE_NEVER_SENT = 'The matching rule can be met, but the example is one that the service never sends.';

/** What is wrong with the expected body; an interaction that expects none has nothing to say of it. */
export function checkResponseBody(
  { status, body }: PactResponse,
  contract: CompiledResponse,
  asked: ExpectationValidator,
  rules: ResponseMatchers,
): InteractionFinding[] {
  if (body === undefined) return [];
  const validate = asked(contract);
  // In all versions, an empty text and null expect that there is no body.
  const isEmpty = body.content === '' || body.content === null;
  if (validate === undefined) {
    if (isEmpty) return [];
    return [
      {
        severity: 'error',
        place: { part: 'response body', pointer: '' },
        message: `The service answers ${status} without a body here.`,
        expected: 'no body',
        actual: previewValue(body.content),
      },
    ];
  }
  if (isEmpty) {
    return [
      {
        severity: 'error',
        place: { part: 'response body', pointer: '' },
        message: `The service never answers ${status} without a body here.`,
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

/** Of several rules that a value breaks, what is said of the worst. */
function onePerPlace(findings: readonly InteractionFinding[]): InteractionFinding[] {
  const pointers = [...new Set(findings.map(({ place }) => place.pointer))];
  return pointers.map((pointer) => {
    const there = findings.filter(({ place }) => place.pointer === pointer);
    return there.find(({ severity }) => severity === 'error') ?? there[0]!;
  });
}

function findingOf(
  error: ErrorObject,
  { pointer, expected, value }: Violation,
  rules: ResponseMatchers,
): InteractionFinding {
  const matchers = rules.body(tokensOf(error.instancePath));
  const isPossible = canSatisfy(error, matchers);
  return {
    severity: isPossible ? 'warning' : 'error',
    place: { part: 'response body', pointer },
    message: messageFor(error, pointer, isPossible),
    expected,
    ...(value !== undefined && { actual: value }),
  };
}

function messageFor({ keyword, params }: ErrorObject, pointer: string, isPossible: boolean): string {
  if (isPossible) return EXAMPLE_NEVER_SENT;
  if (keyword === 'additionalProperties')
    return `The contract knows no member "${(params as { additionalProperty: string }).additionalProperty}" here: it may never come.`;
  if (keyword === 'false schema')
    return `The service never sends "${tokensOf(pointer).at(-1) ?? ''}" together with the other member.`;
  return keyword === 'type'
    ? 'The service never sends a value of this type here.'
    : 'The service never sends this value here.';
}

function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
