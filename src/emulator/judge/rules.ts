/** All rules, in the order of their verdicts. */

import type { Examine, Rule, RuleId } from './rule.js';
import sentences from './rules.json' with { type: 'json' };
import { acceptForbidden } from './rules/accept-forbidden.js';
import { boundedBatch } from './rules/bounded-batch.js';
import { dropRefusedToken } from './rules/drop-refused-token.js';
import { gaplessPaging } from './rules/gapless-paging.js';
import { growingPauses } from './rules/growing-pauses.js';
import { knownEndpoints } from './rules/known-endpoints.js';
import { noHopelessRetry } from './rules/no-hopeless-retry.js';
import { noSecretInUrl } from './rules/no-secret-in-url.js';
import { noTokenInPublic } from './rules/no-token-in-public.js';
import { oneTokenRequest } from './rules/one-token-request.js';
import { pollSlowly } from './rules/poll-slowly.js';
import { repeatNoPost } from './rules/repeat-no-post.js';
import { reuseToken } from './rules/reuse-token.js';
import { rightMediaType } from './rules/right-media-type.js';
import { tokenWithEveryCall } from './rules/token-with-every-call.js';
import { waitAsTold } from './rules/wait-as-told.js';

/** The functions that search the exchanges of a journal for offences, one for each rule. */
const EXAMINATIONS: Readonly<Record<RuleId, Examine>> = {
  // access tokens
  'one-token-request': oneTokenRequest,
  'reuse-token': reuseToken,
  'token-with-every-call': tokenWithEveryCall,
  'drop-refused-token': dropRefusedToken,
  'accept-forbidden': acceptForbidden,
  'no-token-in-public': noTokenInPublic,
  'no-secret-in-url': noSecretInUrl,
  // retries
  'wait-as-told': waitAsTold,
  'growing-pauses': growingPauses,
  'poll-slowly': pollSlowly,
  'repeat-no-post': repeatNoPost,
  'no-hopeless-retry': noHopelessRetry,
  // requests
  'gapless-paging': gaplessPaging,
  'bounded-batch': boundedBatch,
  'right-media-type': rightMediaType,
  'known-endpoints': knownEndpoints,
};

/** The doubt about rules for what a client does after a response. `rules.json` has `{unseen}` in its place. */
const MAY_NOT_HAVE_SEEN =
  'A client that opens a connection for each request, or has other requests under way, may have sent the request before the response.';

/**
 * The requirements on a consumer: their sentences come from `rules.json`, their functions from the files of `rules`.
 */
export const RULES = (sentences as readonly Omit<Rule, 'examine'>[]).map(({ doubt, ...rule }): Rule => ({
  ...rule,
  ...(doubt !== undefined && { doubt: doubt.replace('{unseen}', MAY_NOT_HAVE_SEEN) }),
  examine: EXAMINATIONS[rule.id],
}));
