/**
 * Sends the request of a failure test once more, without the failure: scenarios are ended, and credentials are valid.
 * The data of the provider states stays. This finds a request that the service never accepts, which is hidden as long
 * as every request gets 429, for example. A request without credentials gets credentials only if their absence is the
 * failure.
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
 * Whether the request has to be sent again. Without a scenario, a repetition shows nothing new about a 400 or a failed
 * item of a batch, because the request alone explains them.
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

/**
 * Ends the failure in a sandbox: its scenarios stop.
 * @returns the request to send, with valid credentials
 */
export async function endFailure(
  request: RawRequest,
  { sandbox, setUp }: RunSetup,
  { interaction, contract, asWritten }: { interaction: PactInteraction; contract: Contract; asWritten: boolean },
): Promise<AdaptedRequest> {
  await sandbox.scenarios.stopAll();
  // The states may have made their own token invalid, so a new one is used.
  const context = { sandbox, setUp: { ...setUp, accessToken: undefined }, asWritten };
  const adapted = await adaptRequest(request, context, contract);
  if (!testsCredentials(interaction, setUp)) return adapted;

  const { operation } = matchRequest(contract, { ...request, path: adapted.target.split('?')[0]! });
  if (operation?.access === 'bearer') return { ...adapted, ...(await withCredentials(adapted, 'token', sandbox)) };

  const takesForm = operation?.access === 'client' && isForm(adapted.headers['content-type']);
  return takesForm ? { ...adapted, ...(await withCredentials(adapted, 'form', sandbox)) } : adapted;
}

/** Whether the credentials are the failure: a state is about them, or they are missing, and no scenario causes it. */
function testsCredentials({ response }: PactInteraction, { scenarios, authentication }: SetUp): boolean {
  return authentication || (blamedBy(response.status) === 'credentials' && scenarios.length === 0);
}
