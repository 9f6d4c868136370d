/**
 * Sends the request of a failure test once more, without the failure: scenarios end, and credentials are valid. A
 * request without credentials gets some only if their absence is the failure. The data of the provider states stays.
 * This finds a request that the service never accepts, even if every request first gets 429.
 */

import { failedItems } from '../../common/batch-items.js';
import type { Contract } from '../../contract/contract.js';
import { blamedBy, expectsStatus } from '../../pact/expected-status.js';
import { isForm, matchRequest } from '../../pact/match-request.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { adaptRequest, withCredentials } from '../../pact/provider/adapt-request.js';
import type { AdaptedRequest, RawRequest } from '../../pact/provider/adapt-request.js';
import type { SetUp } from '../../pact/states/set-up-states.js';
import type { RunSetup } from './run-setups.js';
import { appliedScenarios, bodyOf, type ObservedResponse } from './run.js';

/**
 * Whether the request has to be sent again. Without a scenario, a repetition shows nothing new about 400 or a failed
 * item of a batch: only the request explains them.
 */
export function hasToBeSentAgain(
  { response }: PactInteraction,
  { scenarios, authentication }: Pick<SetUp, 'scenarios' | 'authentication'>,
  observed: ObservedResponse,
): boolean {
  const { status } = observed;
  if (failedItems(bodyOf(observed)).length > 0) return appliedScenarios(observed).length > 0;
  if (status < 400 || !expectsStatus(response, status)) return false;

  return blamedBy(status) !== 'request' || scenarios.length > 0 || authentication;
}

/** Ends the scenarios of a sandbox. @returns the request to send */
export async function withoutFailure(
  request: RawRequest,
  { sandbox, setUp }: RunSetup,
  { interaction, contract, asWritten }: { interaction: PactInteraction; contract: Contract; asWritten: boolean },
): Promise<AdaptedRequest> {
  await sandbox.scenarios.stopAll();
  const adapted = await adaptRequest(
    request,
    { sandbox, setUp: { ...setUp, accessToken: undefined }, asWritten },
    contract,
  );
  const { operation } = matchRequest(contract, { ...request, path: adapted.target.split('?')[0]! });
  const access = operation?.access ?? 'public';
  const isAbsenceTested = blamedBy(interaction.response.status) === 'credentials' && setUp.scenarios.length === 0;
  if (access === 'public' || (!isAbsenceTested && !setUp.authentication)) return adapted;
  if (access === 'client' && !isForm(adapted.headers['content-type'])) return adapted;

  return { ...adapted, ...(await withCredentials(adapted, access === 'bearer' ? 'token' : 'form', sandbox)) };
}
