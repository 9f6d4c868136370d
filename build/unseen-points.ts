/** What traffic does not show of the points of the contract, with the reasons, for the page `docs/reference/fidelity.md`. */

/** Variants that evidence names only from exchanges that are rare, by their titles. */
export const RARELY_NAMED: Readonly<Record<string, string>> = {
  'proposal-scope=row': 'it shows on a page that has two new rows of one data request',
  'approved-users=kyc-status':
    'its 404 to an approved user is also that of `valid-credential`, unless the row of the user has a successful KYC status',
  'approved-users=valid-credential':
    'its 404 to an approved user is also that of `kyc-status`, unless the row of the user has a successful KYC status',
  'resolve-scope=credential':
    'it shows when a look-up by a text returns fewer credentials than a list has shown of the party',
  'check-access=checked': 'it shows when the check of a link presents an access token that is not valid',
};

/** Points that no exchange decides. */
export const NEVER_SEEN: readonly { readonly points: readonly string[]; readonly reason: string }[] = [
  { points: ['service:events', 'service:address'], reason: 'the API has no request for it' },
  {
    points: [
      'OAuthError.error_description:wording',
      'Error.message:wording',
      'BatchItemError.message:wording',
      'VerificationStatus.message:wording',
      'GatewayText',
      'Badge:catalogue',
    ],
    reason: 'any text is right',
  },
  {
    points: ['createCredentialsRequest:approval', 'getCredentials:withdrawn', 'checkVerificationStatus:withdrawn'],
    reason: 'parties approve and withdraw outside the API',
  },
  {
    points: [
      'InstitutionUser.fullName:parts',
      'InstitutionUser.regDate:meaning',
      'ResolvedCredential.username:whose',
      'ResolvedCredential.firstName:whose',
      'CredentialMetadata:own-email',
      'SocialMetrics.accountCreatedAt:meaning',
    ],
    reason: 'a response does not say where a value comes from',
  },
  {
    points: ['RateLimited:when', 'TokenRateLimited:when', 'Unavailable', 'TokenUnavailable'],
    reason: 'traffic shows that it happens, not what causes it',
  },
  { points: ['TokenRequest.client_secret:format'], reason: 'it refuses no request' },
];
