/** The provider states that come with the package, each in a file of its own. */

import type { ProviderState } from './provider-state.js';
import { batchFails } from './states/batch-fails.js';
import { batchPartlyFails } from './states/batch-partly-fails.js';
import { clientRefused } from './states/client-refused.js';
import { clientRegistered } from './states/client-registered.js';
import { credentialArchived } from './states/credential-archived.js';
import { credentialExists } from './states/credential-exists.js';
import { credentialExpired } from './states/credential-expired.js';
import { credentialFreshness } from './states/credential-freshness.js';
import { credentialRevoked } from './states/credential-revoked.js';
import { credentialSuperseded } from './states/credential-superseded.js';
import { credentialUndisclosed } from './states/credential-undisclosed.js';
import { credentialUnknown } from './states/credential-unknown.js';
import { credentialsCount } from './states/credentials-count.js';
import { gatewayFails } from './states/gateway-fails.js';
import { humanScoreExists } from './states/human-score-exists.js';
import { humanScoreLevel } from './states/human-score-level.js';
import { humanScoresCount } from './states/human-scores-count.js';
import { institutionSuspended } from './states/institution-suspended.js';
import { linkExists } from './states/link-exists.js';
import { linkExpired } from './states/link-expired.js';
import { linkOfCredential } from './states/link-of-credential.js';
import { linkStatus } from './states/link-status.js';
import { linkUnknown } from './states/link-unknown.js';
import { linkValid } from './states/link-valid.js';
import { noPartyMatches } from './states/no-party-matches.js';
import { nobody } from './states/nobody.js';
import { partyExists } from './states/party-exists.js';
import { partyFails } from './states/party-fails.js';
import { partyHasDisclosed } from './states/party-has-disclosed.js';
import { partyHasDisclosedNothing } from './states/party-has-disclosed-nothing.js';
import { partyHasDisclosedOnly } from './states/party-has-disclosed-only.js';
import { partyMeetsScenario } from './states/party-meets-scenario.js';
import { partyNamed } from './states/party-named.js';
import { partyStatus } from './states/party-status.js';
import { partyUnknown } from './states/party-unknown.js';
import { partyWithEmail } from './states/party-with-email.js';
import { partyWithUsername } from './states/party-with-username.js';
import { rateLimited } from './states/rate-limited.js';
import { rateLimitedWithoutRetryAfter } from './states/rate-limited-without-retry-after.js';
import { requestApproved } from './states/request-approved.js';
import { requestPending } from './states/request-pending.js';
import { requestRejected } from './states/request-rejected.js';
import { requestsAreDecided } from './states/requests-are-decided.js';
import { scenario } from './states/scenario.js';
import { serverError } from './states/server-error.js';
import { serviceUnavailable } from './states/service-unavailable.js';
import { shortLivedTokens } from './states/short-lived-tokens.js';
import { timeIs } from './states/time-is.js';
import { timePasses } from './states/time-passes.js';
import { tokenEndpointDown } from './states/token-endpoint-down.js';
import { tokenEndpointRateLimited } from './states/token-endpoint-rate-limited.js';
import { tokenExpired } from './states/token-expired.js';
import { tokenMalformed } from './states/token-malformed.js';
import { tokenMissing } from './states/token-missing.js';
import { tokenOfAnotherClient } from './states/token-of-another-client.js';
import { tokenRevoked } from './states/token-revoked.js';
import { tokenValid } from './states/token-valid.js';
import { userHasKycStatus } from './states/user-has-kyc-status.js';
import { usersCount } from './states/users-count.js';
import { usersExist } from './states/users-exist.js';

/** In the order of the documentation. */
export const providerStates: readonly ProviderState[] = [
  partyExists,
  partyHasDisclosed,
  partyHasDisclosedOnly,
  partyHasDisclosedNothing,
  partyWithEmail,
  partyWithUsername,
  partyNamed,
  partyStatus,
  partyUnknown,
  noPartyMatches,
  requestPending,
  requestApproved,
  requestRejected,
  requestsAreDecided,
  userHasKycStatus,
  credentialExists,
  credentialRevoked,
  credentialExpired,
  credentialArchived,
  credentialSuperseded,
  credentialFreshness,
  credentialUndisclosed,
  credentialUnknown,
  humanScoreExists,
  humanScoreLevel,
  usersExist,
  nobody,
  usersCount,
  credentialsCount,
  humanScoresCount,
  clientRegistered,
  clientRefused,
  tokenValid,
  tokenExpired,
  tokenRevoked,
  tokenMalformed,
  tokenMissing,
  tokenOfAnotherClient,
  shortLivedTokens,
  institutionSuspended,
  tokenEndpointDown,
  tokenEndpointRateLimited,
  rateLimited,
  rateLimitedWithoutRetryAfter,
  serviceUnavailable,
  serverError,
  gatewayFails,
  partyFails,
  batchPartlyFails,
  batchFails,
  linkExists,
  linkValid,
  linkUnknown,
  linkExpired,
  linkOfCredential,
  linkStatus,
  timeIs,
  timePasses,
  scenario,
  partyMeetsScenario,
];
