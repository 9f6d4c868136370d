/** The handlers of all operations of the contract. */

import type { OperationId } from '../../../contract/operation.js';
import type { OperationHandler } from './call.js';
import { checkVerificationStatus } from './check-verification-status.js';
import { createCredentialsRequest } from './create-credentials-request.js';
import { generateVerificationLink } from './generate-verification-link.js';
import { generateVerificationLinksBatch } from './generate-verification-links-batch.js';
import { getCredentialByPartyId } from './get-credential-by-party-id.js';
import { getCredentials } from './get-credentials.js';
import { getHumanScoreByPartyId } from './get-human-score-by-party-id.js';
import { getHumanScores } from './get-human-scores.js';
import { getUsers } from './get-users.js';
import { issueToken } from './issue-token.js';
import { resolveCredentials } from './resolve-credentials.js';

export const OPERATION_HANDLERS: Readonly<Record<OperationId, OperationHandler>> = {
  issueToken,
  getUsers,
  getHumanScores,
  getHumanScoreByPartyId,
  getCredentials,
  getCredentialByPartyId,
  resolveCredentials,
  createCredentialsRequest,
  generateVerificationLink,
  generateVerificationLinksBatch,
  checkVerificationStatus,
};
