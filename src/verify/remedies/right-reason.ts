/**
 * Decides whether a candidate passes for the right reason. A scenario that sends 200 with an HTML page makes an
 * interaction pass that expects nothing but 200; yet the consumer's mistake is somewhere else.
 */

import type { Contract } from '../../contract/contract.js';
import { isObject } from '../../common/json.js';
import { responseViolations } from '../../contract/response.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { blamedBy } from '../compare/check-request.js';
import { bodyOf, type CompletedRun, type ObservedResponse } from '../run/run.js';

/** Whether the service refuses the request as it is, so that nothing but another request helps. */
export function isFaultOfRequest({ run: { interaction }, result: { response } }: CompletedRun): boolean {
  if (response === undefined || interaction.response.status >= 400) return false;
  return blamedBy(response.status) === 'request';
}

/**
 * Whether a run that passed shows the expected behaviour of the service. If the consumer expects a success, the
 * response has to be one that the contract describes. If it expects a failure, the failure is the behaviour.
 */
export function passesForTheRightReason({ run: { interaction }, result }: CompletedRun, contract: Contract): boolean {
  const { failures, response } = result;
  if (failures.length > 0 || response === undefined) return false;
  if (!hasItems(interaction.response.body?.content, bodyOf(response))) return false;
  return response.status >= 400 || isDescribed(response, interaction, contract);
}

/** Whether each list has items that has some in the pact: without them, a matcher of items compares nothing. */
function hasItems(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected))
    return expected.length === 0 || (Array.isArray(actual) && actual.length > 0 && hasItems(expected[0], actual[0]));
  if (!isObject(expected)) return true;
  return Object.entries(expected).every(([name, value]) =>
    hasItems(value, isObject(actual) ? actual[name] : undefined),
  );
}

function isDescribed(response: ObservedResponse, { request }: PactInteraction, contract: Contract): boolean {
  const match = matchRequest(contract, request);
  if (match.kind !== 'operation') return false;
  const { status, headers } = response;
  return responseViolations(match.operation, { status, headers, body: bodyOf(response) }).length === 0;
}
