/**
 * The IDs of the service's operations, as a type. They are the only names of the service in this folder; the contract
 * is compiled only if its operations are these.
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
