/** Every open point of the specification has points in the contract, with the expected basis. */

import { expect, test } from 'vitest';
import { shippedContract } from '../../../src/start/shipped.js';

/** The open points, the points of the contract that cover them, and the basis of each. */
const OPEN: readonly (readonly [open: string, answers: Readonly<Record<string, string>>])[] = [
  ['what party IDs look like', { 'PartyId:shape': 'public-client', 'PartyId:refusal': 'chosen' }],
  ['what contract IDs look like', { 'ContractId:shape': 'inferred', 'ContractId:refusal': 'chosen' }],
  ['the values of kycStatus', { 'KycStatus:values': 'public-client' }],
  ['the values of freshness', { 'Freshness:values': 'public-client' }],
  [
    'the type and format of times',
    {
      'Credential.expirationDate': 'public-client',
      'Credential.issuedAt': 'public-client',
      'Timestamp:format': 'chosen',
    },
  ],
  [
    'the members of metadata',
    {
      'CredentialMetadata.email': 'specified',
      'CredentialMetadata.username': 'public-client',
      'CredentialMetadata.profilePicture': 'public-client',
    },
  ],
  ['the values of status on check', { 'VerificationStatus.status:values': 'public-client' }],
  ['the values of color on check', { 'VerificationStatus.color:values': 'public-client' }],
  [
    'the further members of check',
    {
      'VerificationStatus.issuedAt': 'public-client',
      'VerificationStatus.isSuperseded': 'public-client',
      'VerificationStatus.contractId:nullable': 'public-client',
    },
  ],
  ['the structure of credentialData', { 'VerificationStatus.credentialData': 'public-client' }],
  [
    'the remaining fields of InstitutionUser',
    {
      'InstitutionUser.id': 'public-client',
      'InstitutionUser.proposalId': 'public-client',
      'InstitutionUser.fullName': 'public-client',
    },
  ],
  ['the values of reqStatus', { 'RequestStatus:values': 'chosen' }],
  ['the values of the status of a user', { 'UserStatus:values': 'chosen' }],
  ['the range of totalScore', { 'HumanScoreResult.totalScore:range': 'public-client' }],
  ['the values of confidenceLevel', { 'HumanScoreResult.confidenceLevel:values': 'public-client' }],
  [
    'the structure of breakdown',
    { 'HumanScoreResult.breakdown': 'public-client', 'ScoreBreakdown.accountAgeScore': 'public-client' },
  ],
  ['the structure of badges', { 'HumanScoreResult.badges': 'public-client', 'Badge.level:values': 'public-client' }],
  [
    'the structure of details',
    {
      'HumanScoreResult.details': 'public-client',
      'ScoreDetails.accountAges': 'public-client',
      'ScoreDetails.allTokenClaims': 'public-client',
    },
  ],
  [
    'the types of ResolvedCredential',
    {
      'ResolvedCredential.userId': 'public-client',
      'ResolvedCredential.email': 'public-client',
      'KycProvider:values': 'public-client',
    },
  ],
  ['the error of a batch item', { 'BatchItemError.message': 'specified' }],
  [
    'the further members of the token response',
    {
      'TokenResponse.token_type': 'public-client',
      'TokenResponse.scope': 'public-client',
      'TokenResponse.not-before-policy': 'public-client',
    },
  ],
  ['the scope of the token response', { 'TokenResponse.scope:shape': 'chosen', 'TokenRequest.scope': 'inferred' }],
  ['a parameter that is repeated at the token endpoint', { 'issueToken:repeated-field': 'inferred' }],
  ['the charset of a form', { 'issueToken:charset': 'chosen' }],
  ['the charset of JSON', { 'service:json-charset': 'chosen' }],
  ['HTTP Basic at the token endpoint', { 'issueToken:basic-encoding': 'inferred' }],
  ['what an access token is', { 'TokenResponse.access_token:shape': 'inferred' }],
  ['the default limit', { 'UsersLimit:default': 'specified', 'Limit:default': 'public-client' }],
  ['the maximum limit', { 'UsersLimit:maximum': 'public-client', 'Limit:maximum': 'public-client' }],
  [
    'a negative or non-numeric offset or limit, and limit=0',
    {
      'Offset:refusal': 'chosen',
      'Limit:minimum': 'chosen',
      'Limit:type': 'chosen',
      'UsersLimit:minimum': 'chosen',
      'UsersLimit:type': 'chosen',
    },
  ],
  ['an unknown query parameter', { 'service:unknown-parameter': 'chosen' }],
  ['resolve with neither q nor partyId', { 'resolveCredentials.exactly-one-of:neither': 'public-client' }],
  ['what q is compared with', { 'resolveCredentials.q:matching': 'public-client' }],
  [
    'no match in resolve, unknown IDs in partyIds',
    { 'resolveCredentials:no-match': 'public-client', 'PartyIds:unknown': 'public-client' },
  ],
  ['partyIds without limit and offset', { 'PartyIds:paging': 'inferred' }],
  [
    'an unknown party',
    { 'getHumanScoreByPartyId:unknown-party': 'chosen', 'getCredentialByPartyId:unknown-party': 'chosen' },
  ],
  ['what search is compared with', { 'getUsers.search:matching': 'chosen' }],
  [
    'orderBy and orderType',
    {
      'getUsers.orderBy:values': 'chosen',
      'getUsers.orderBy:default': 'chosen',
      'getUsers.orderBy:refusal': 'chosen',
      'getUsers.orderType:values': 'chosen',
      'getUsers.orderType:default': 'chosen',
    },
  ],
  [
    'a filter value outside its enumeration',
    {
      'getUsers.status:refusal': 'chosen',
      'getUsers.reqStatus:refusal': 'chosen',
      'getUsers.kycStatus:refusal': 'chosen',
    },
  ],
  [
    'what a credentials request does',
    {
      'createCredentialsRequest:effect': 'chosen',
      'createCredentialsRequest:repetition': 'chosen',
      'createCredentialsRequest:unknown-party': 'chosen',
      'CredentialsRequest.providers:refusal': 'chosen',
    },
  ],
  ['who approves a data request', { 'createCredentialsRequest:approval': 'inferred' }],
  ['over whom the list of human scores is', { 'getHumanScores:approved': 'specified' }],
  [
    'the status of both generate endpoints',
    { 'generateVerificationLinksBatch.200': 'specified', 'generateVerificationLink.200': 'inferred' },
  ],
  [
    'a contract ID that is unknown or not disclosed',
    { 'generateVerificationLink:unknown-contract': 'inferred', 'BatchResultItem.error:unknown-contract': 'inferred' },
  ],
  [
    'the same contract ID twice, and an empty batch',
    { 'generateVerificationLinksBatch:repeated-contract': 'chosen', 'generateVerificationLinksBatch:empty': 'chosen' },
  ],
  ['how long a link lives', { 'VerificationLink:lifetime': 'chosen' }],
  ['a link that has expired', { 'checkVerificationStatus:expired-link': 'public-client' }],
  ['freshness by age', { 'Freshness:thresholds': 'chosen' }],
  ['the status on check by freshness', { 'VerificationStatus:standing': 'chosen' }],
  ['401 or 403', { 'Unauthorized:when': 'inferred', 'Forbidden:when': 'inferred', BearerChallenge: 'inferred' }],
  [
    'errors of the token endpoint',
    {
      TokenRequestRefused: 'inferred',
      ClientRefused: 'inferred',
      NoStore: 'inferred',
      'issueToken:media-type': 'inferred',
      'OAuthError.error:bad-credentials': 'chosen',
    },
  ],
  [
    'the error body',
    { 'Error.error': 'public-client', 'Error.message': 'public-client', 'Error.details': 'public-client' },
  ],
  ['when there is a 429, and what Retry-After holds', { 'RateLimited:when': 'chosen', RetryAfter: 'chosen' }],
  [
    'how a human score is computed',
    {
      'HumanScoreResult.totalScore:arithmetic': 'chosen',
      'HumanScoreResult.confidenceLevel:thresholds': 'chosen',
      'ScoreBreakdown:range': 'chosen',
    },
  ],
];

test.each(OPEN)('%s', (_, answers) => {
  const { points } = shippedContract().fidelity();
  const found = Object.keys(answers).map((id) => [id, points.find((point) => point.id === id)?.basis]);
  expect(Object.fromEntries(found)).toEqual(answers);
});
