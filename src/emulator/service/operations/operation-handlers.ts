/** Every operation of the contract, and what performs it. */

import type { OperationId } from '../../../contract/operation.js';
import type { OperationHandler, OperationPreparation } from './call.js';
import { checkVerificationStatus } from './check-verification-status.js';
import { createCredentialsRequest } from './create-credentials-request.js';
import { generateVerificationLink } from './generate-verification-link.js';
import { generateVerificationLinksBatch } from './generate-verification-links-batch.js';
import { getCredentialByPartyId } from './get-credential-by-party-id.js';
import { getCredentials, prepareCredentials } from './get-credentials.js';
import { getHumanScoreByPartyId } from './get-human-score-by-party-id.js';
import { getHumanScores, prepareHumanScores } from './get-human-scores.js';
import { getUsers, prepareUsers } from './get-users.js';
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

/** The operations that search in the whole population. */
export const OPERATION_PREPARATIONS: Readonly<Partial<Record<OperationId, OperationPreparation>>> = {
  getUsers: prepareUsers,
  getHumanScores: prepareHumanScores,
  getCredentials: prepareCredentials,
};
