/** Every operation of the contract, and what performs it. */

import type { OperationId } from '../contract/operation.js';
import type { OperationHandler } from './call.js';
import { checkVerificationStatus } from './operations/check-verification-status.js';
import { createCredentialsRequest } from './operations/create-credentials-request.js';
import { generateVerificationLink } from './operations/generate-verification-link.js';
import { generateVerificationLinksBatch } from './operations/generate-verification-links-batch.js';
import { getCredentialByPartyId } from './operations/get-credential-by-party-id.js';
import { getCredentials } from './operations/get-credentials.js';
import { getHumanScoreByPartyId } from './operations/get-human-score-by-party-id.js';
import { getHumanScores } from './operations/get-human-scores.js';
import { getUsers } from './operations/get-users.js';
import { issueToken } from './operations/issue-token.js';
import { resolveCredentials } from './operations/resolve-credentials.js';

export const OPERATIONS: Readonly<Record<OperationId, OperationHandler>> = {
  issueToken,
  getUsers: remembered(getUsers),
  getHumanScores: remembered(getHumanScores),
  getHumanScoreByPartyId: remembered(getHumanScoreByPartyId),
  getCredentials: remembered(getCredentials),
  getCredentialByPartyId: remembered(getCredentialByPartyId),
  resolveCredentials: remembered(resolveCredentials),
  createCredentialsRequest,
  generateVerificationLink,
  generateVerificationLinksBatch,
  checkVerificationStatus,
};

/** An operation that reads the world and changes nothing: the same question has the same answer until something changes. */
function remembered(read: OperationHandler): OperationHandler {
  return (call) => call.context.cache.respond(call, read);
}
