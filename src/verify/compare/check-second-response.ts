/** Checks the response to a request that was sent again without the failure that the consumer expects. */

import { blamedBy, expectsStatus } from '../../pact/expected-status.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { reasonIn, type ObservedResponse } from '../run/run.js';
import { finding, type ContractFinding } from './contract-finding.js';

/**
 * The finding about the request. Undefined if the service accepts the request, or if the consumer expects the refusal.
 */
export function checkSecondResponse(
  { request, response }: PactInteraction,
  secondResponse: ObservedResponse,
): ContractFinding | undefined {
  const { status } = secondResponse;
  // Any other status is no refusal of the request itself.
  if (status < 400 || status >= 500 || status === 429) return undefined;

  // A consumer may expect a class of statuses. Then its example says what is tested: with the example 429, a 400 is no
  // refusal that the consumer expects.
  const blamesConsumer = blamedBy(status) !== undefined;
  const expectsBlame = blamedBy(response.status) !== undefined;
  if (expectsStatus(response, status) && (expectsBlame || !blamesConsumer)) return undefined;

  const reasonText = reasonIn(secondResponse);
  const reason = reasonText === undefined ? '' : ` (${reasonText})`;
  const actual = `${request.method} ${request.path}`;
  if (status !== 404) return finding('request.refused', { status, reason, failure: response.status, actual });

  const missing = `Without the failure, the service responds with 404${reason}`;
  return finding('request.resource.unknown', {
    where: 'request path',
    reason: `${missing}: add a provider state with what the request names.`,
    actual,
  });
}
