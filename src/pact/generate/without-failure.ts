/**
 * Tries an interaction in a world without its failure. If the response there meets the expectation, too, the
 * interaction passes whether or not its scenario works, so it tests nothing.
 */

import { isObject } from '../../common/json.js';
import type { Contract } from '../../contract/contract.js';
import type { ResponseDocument, Rule, Rules } from '../../emulator/control/pact-document.js';
import type { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import { linkIn } from '../../emulator/domain/tokens/link-tokens.js';
import type { OperationCall } from '../../emulator/service/operations/call.js';
import { OPERATION_HANDLERS } from '../../emulator/service/operations/operation-handlers.js';
import { rulesIn } from '../../emulator/service/representations/presentation.js';
import { ServiceError } from '../../emulator/service/service-error.js';
import { LeftOutError, type CheckedExchange } from './checked-exchange.js';
import { formatStep } from '../path-expression.js';
import { checkedLink } from './required-states.js';

/** @throws LeftOutError if the response without the scenarios of the exchange meets the expectation */
export function refuseUntested(
  checked: CheckedExchange,
  { status, body, matchingRules: { body: rules = {} } = {} }: ResponseDocument,
  world: { readonly sandbox: Sandbox; readonly contract: Contract },
): void {
  const { scenarios } = checked;
  // Without a scenario, no operation responds with any other failure.
  if (scenarios.length === 0 || (status >= 400 && status !== 404)) return;
  const usual = usualResponse(checked, world);
  if (usual.status !== status || (body !== undefined && !meets(body.content, usual.body, { rules, path: '$' }))) return;
  const names = [...new Set(scenarios.map(({ scenario }) => scenario))].join(' and ');
  throw new LeftOutError(
    `Without scenario ${names}, the response would meet the same expectation, so the interaction would not test it.`,
  );
}

/** The response of the operation itself. One that would change the sandbox is not performed: its own response is it. */
function usualResponse(
  checked: CheckedExchange,
  { sandbox, contract }: { readonly sandbox: Sandbox; readonly contract: Contract },
): { readonly status: number; readonly body?: unknown } {
  const { operation, exchange, check, requestBody, responseBody } = checked;
  if (operation.id === 'generateVerificationLinksBatch') {
    const { requests } = requestBody as { requests: readonly { contractId: string }[] };
    const results = requests.map(({ contractId }) =>
      sandbox.world.isDisclosed(contractId)
        ? { contractId, result: { verificationUrl: 'https://service.example/verify/link-token', token: 'link-token' } }
        : { contractId, error: { message: 'Credential not found.' } },
    );
    return { status: 200, body: { results } };
  }
  if (operation.method !== 'get') return { status: exchange.status, body: responseBody };
  const link = checkedLink(checked);
  const call = {
    sandbox,
    request: check.request,
    contract,
    time: sandbox.world.time(),
    showsEmail: false,
    rules: rulesIn(contract),
    // The state of the interaction makes a new link.
    link: link && linkIn(sandbox, { ...link, expiresAt: Number.MAX_SAFE_INTEGER }),
  };
  try {
    // Operations that read need no more.
    return OPERATION_HANDLERS[operation.id](call as OperationCall);
  } catch (error) {
    if (error instanceof ServiceError)
      return { status: error.status, body: { error: error.code, message: error.message } };
    throw error;
  }
}

/** Whether a value meets an expectation that `expected-body.ts` has written, as Pact's verifier decides. */
function meets(expected: unknown, actual: unknown, at: { readonly rules: Rules; readonly path: string }): boolean {
  const { rules, path } = at;
  const rule = Object.hasOwn(rules, path) ? rules[path] : undefined;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return false;
    const items: readonly unknown[] = actual;
    if (rule === undefined)
      return (
        items.length === expected.length &&
        expected.every((one, index) => meets(one, items[index], { rules, path: `${path}[${index}]` }))
      );
    const least = Math.max(0, ...rule.matchers.map(({ min = 0 }) => min));
    if (expected.length === 0) return items.length >= least;
    return items.length >= least && items.every((item) => meets(expected[0], item, { rules, path: `${path}[*]` }));
  }
  if (isObject(expected))
    return (
      isObject(actual) &&
      Object.entries(expected).every(
        ([name, one]) =>
          Object.hasOwn(actual, name) && meets(one, actual[name], { rules, path: path + formatStep(name) }),
      )
    );
  return rule === undefined ? expected === actual : satisfies(rule, expected, actual);
}

function satisfies({ combine, matchers }: Rule, expected: unknown, actual: unknown): boolean {
  const fits = ({ match, regex = '' }: Rule['matchers'][number]): boolean => {
    if (match === 'regex') return typeof actual === 'string' && new RegExp(regex).test(actual);
    if (match === 'equality') return actual === expected;
    if (match === 'null') return actual === null;
    if (match === 'type') return typeof actual === typeof expected;
    return typeof actual === (match === 'integer' ? 'number' : match);
  };
  return combine === 'OR' ? matchers.some(fits) : matchers.every(fits);
}
