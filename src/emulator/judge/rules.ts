/** All rules, in the order of their verdicts. */

import type { Rule } from './rule.js';
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

export const RULES: readonly Rule[] = [
  // access tokens
  oneTokenRequest,
  reuseToken,
  tokenWithEveryCall,
  dropRefusedToken,
  acceptForbidden,
  noTokenInPublic,
  noSecretInUrl,
  // retries
  waitAsTold,
  growingPauses,
  pollSlowly,
  repeatNoPost,
  noHopelessRetry,
  // requests
  gaplessPaging,
  boundedBatch,
  rightMediaType,
  knownEndpoints,
];
