/** Checks the response to a request that was sent again without the failure that the consumer expects. */

import { blamedBy, expectsStatus } from '../../pact/expected-status.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { reasonIn, type ObservedResponse } from '../run/run.js';
import { finding, type ContractFinding } from './contract-finding.js';

/** The finding about the request; undefined if the service accepts it. @param again the second response */
export function checkSecondResponse(
  { request, response }: PactInteraction,
  again: ObservedResponse,
): ContractFinding | undefined {
  const { status } = again;
  if (status < 400 || status === 429 || status >= 500) return undefined;

  const blamed = blamedBy(status);
  if (expectsStatus(response, status) && (blamed === undefined || blamedBy(response.status) !== undefined))
    return undefined;

  const said = reasonIn(again);
  const reason = said === undefined ? '' : ` (${said})`;
  const actual = `${request.method} ${request.path}`;
  if (status !== 404) return finding('request.refused', { status, reason, failure: response.status, actual });

  const missing = `Without the failure, the service responds with 404${reason}`;
  return finding('request.resource.unknown', {
    where: 'request path',
    reason: `${missing}: add a provider state with what the request names.`,
    actual,
  });
}
