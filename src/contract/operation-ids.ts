/**
 * The IDs of the service's operations, as a type. No other module of this folder names an operation, except for the
 * effects of variants. A contract with another operation is not compiled.
 */

/** In the order of the contract. The client library has a method of each name. */
export const OPERATION_IDS = [
  'issueToken',
  'getUsers',
  'getHumanScores',
  'getHumanScoreByPartyId',
  'getCredentials',
  'getCredentialByPartyId',
  'resolveCredentials',
  'createCredentialsRequest',
  'generateVerificationLink',
  'generateVerificationLinksBatch',
  'checkVerificationStatus',
] as const;
export type OperationId = (typeof OPERATION_IDS)[number];
