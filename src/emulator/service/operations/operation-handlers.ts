/** The handlers of all operations of the contract. */

import type { OperationId } from '../../../contract/operation.js';
import type { OperationHandler } from './call.js';
import { createCredentialsRequest } from './create-credentials-request.js';
import { issueToken } from './issue-token.js';
import { getCredentials, getHumanScores, getUsers } from './list-operations.js';
import { getCredentialByPartyId, getHumanScoreByPartyId } from './party-operations.js';
import { resolveCredentials } from './resolve-credentials.js';
import { checkVerificationStatus } from './verification-links.js';
import { generateVerificationLink, generateVerificationLinksBatch } from './verification-links.js';

/** What each operation does. */
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
