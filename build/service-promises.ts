/** What the service promises, and which tool of the emulator checks it: the rows of `validation-table.ts`. */

/** What the service promises: one row of the table. */
export interface ServicePromise {
  readonly title: string;
  /** The IDs of its points. The first row that fits has the point. */
  readonly points?: RegExp;
  /** It has the points of these operations that no row has by their ID. */
  readonly operations?: readonly string[];
  /** Scenarios that make it fail, and groups of scenarios. */
  readonly failures: readonly string[];
  /** Rules of the judge. */
  readonly rules: readonly string[];
  /** Groups of checks of `conform`. */
  readonly checks: readonly string[];
  /** Provider states, and groups of them, that set it up for `verify`. */
  readonly states: readonly string[];
  /** Files of `src/upstream/evidence/looks/`, which find it in recorded traffic. */
  readonly looks: readonly string[];
}

export const PROMISES: readonly ServicePromise[] = [
  {
    title: 'Tokens: request',
    operations: ['issueToken'],
    points: /^TokenRequest/,
    failures: ['client-refused', 'token-endpoint-down', 'token-endpoint-slow', 'token-endpoint-throttled'],
    rules: ['one-token-request', 'no-secret-in-url'],
    checks: ['token', 'token-refusals'],
    states: ['client-registered', 'client-refused', 'token-endpoint-down', 'token-endpoint-rate-limited'],
    looks: ['token-endpoint'],
  },
  {
    title: 'Tokens: use, expiry, refusal',
    points: /^(bearerToken|BearerChallenge|OptionalBearerChallenge|Unauthorized|Forbidden)\b/,
    failures: [
      'institution-suspended',
      'short-lived-token',
      'token-expired',
      'token-expires-while-paging',
      'token-malformed',
      'token-of-another-client',
      'token-revoked',
      'tokens-refused',
    ],
    rules: ['reuse-token', 'token-with-every-call', 'drop-refused-token', 'accept-forbidden', 'no-token-in-public'],
    checks: ['authentication'],
    states: [
      'token-valid',
      'token-expired',
      'token-revoked',
      'token-malformed',
      'token-missing',
      'token-of-another-client',
      'short-lived-tokens',
      'institution-suspended',
    ],
    looks: ['errors', 'protocol'],
  },
  {
    title: 'Throttling',
    points: /^(TokenRateLimited|RateLimited|RetryAfter)\b/,
    failures: ['throttling'],
    rules: ['wait-as-told', 'growing-pauses'],
    checks: ['gateway'],
    states: ['rate-limited', 'rate-limited-without-retry-after', 'token-endpoint-rate-limited'],
    looks: ['errors'],
  },
  {
    title: 'Paging',
    points: /^(Offset|UsersLimit|Limit|Pagination)\b|\.pagination$|\.totalCount|^PartyIds:paging/,
    failures: [
      'changing-pages',
      'empty-lists',
      'huge-page',
      'removed-items',
      'repeated-items',
      'short-page',
      'token-expires-while-paging',
    ],
    rules: ['gapless-paging'],
    checks: ['paging'],
    states: ['lists'],
    looks: ['pages', 'limits', 'row-order'],
  },
  {
    title: 'Search, filters, order',
    points: /^(getUsers\.(orderBy|orderType|status|reqStatus|kycStatus|search)|getUsers:filters|PartyIds)\b/,
    failures: ['empty-lists'],
    rules: [],
    checks: ['user-queries', 'party-filters'],
    states: ['party-named', 'party-status', 'user-has-kyc-status', 'nobody'],
    looks: ['users', 'row-order', 'requested-rows'],
  },
  {
    title: 'Members and their values',
    points: /:(values|absent-members|nullable|thresholds)$|^Timestamp/,
    failures: [
      'extra-members',
      'missing-members',
      'non-ascii',
      'nulls',
      'numbers-as-strings',
      'other-values',
      'unknown-enum-values',
      'very-long-values',
      'without-optional-members',
    ],
    rules: [],
    checks: ['reads', 'credentials'],
    states: ['user-has-kyc-status', 'human-score-level', 'credential-freshness'],
    looks: ['values/forms', 'values/value-forms', 'values/value-places', 'values/unknown-members'],
  },
  {
    title: 'Errors and outages',
    points:
      /^(InvalidRequest|Error\b|ServerError|Unavailable|OtherError|GatewayText|NotFound|PayloadTooLarge|Unsupported)/,
    failures: ['server', 'resource-unknown'],
    rules: ['no-hopeless-retry'],
    checks: ['error-bodies', 'gateway', 'refused-reads', 'refused-writes'],
    states: ['service-unavailable', 'server-error', 'gateway-fails', 'party-fails', 'party-unknown'],
    looks: ['errors'],
  },
  {
    title: 'Users',
    operations: ['getUsers'],
    failures: ['empty-lists', 'failing-party'],
    rules: [],
    checks: ['reads', 'registered-email'],
    states: ['parties', 'users-exist', 'users-count'],
    looks: ['users'],
  },
  {
    title: 'Human scores',
    operations: ['getHumanScores', 'getHumanScoreByPartyId'],
    failures: ['resource-unknown', 'removed-items'],
    rules: [],
    checks: ['scores'],
    states: ['human scores', 'human-scores-count'],
    looks: ['scores'],
  },
  {
    title: 'Credentials',
    operations: ['getCredentials', 'getCredentialByPartyId'],
    failures: ['revoked-after-listing', 'removed-items'],
    rules: [],
    checks: ['credentials', 'standing'],
    states: ['credentials', 'credentials-count'],
    looks: ['resources', 'standing', 'checked-credential'],
  },
  {
    title: 'Look-up by e-mail, username or party',
    operations: ['resolveCredentials'],
    failures: ['empty-lists'],
    rules: [],
    checks: ['resolution', 'aliases'],
    states: ['party-with-email', 'party-with-username', 'no-party-matches'],
    looks: ['resources'],
  },
  {
    title: 'Data requests',
    operations: ['createCredentialsRequest'],
    failures: ['request-approved-later', 'request-rejected-later', 'stale-reads', 'delivered-twice'],
    rules: ['repeat-no-post'],
    checks: ['data-requests'],
    states: ['requests'],
    looks: ['requests'],
  },
  {
    title: 'Verification links',
    operations: ['generateVerificationLink'],
    failures: ['resource-unknown', 'delivered-twice'],
    rules: ['repeat-no-post'],
    checks: ['links'],
    states: ['link-exists', 'credential-exists', 'credential-unknown'],
    looks: ['links'],
  },
  {
    title: 'Batches of links',
    operations: ['generateVerificationLinksBatch'],
    failures: ['batch'],
    rules: ['bounded-batch'],
    checks: ['batches'],
    states: ['batch-partly-fails', 'batch-fails'],
    looks: ['links', 'values/body-plan'],
  },
  {
    title: 'The public check of a link',
    operations: ['checkVerificationStatus'],
    failures: ['verification'],
    rules: ['poll-slowly'],
    checks: ['links'],
    states: ['verification links'],
    looks: ['links', 'standing'],
  },
  {
    title: 'Paths, media types, connections',
    points: /^service:/,
    failures: ['network'],
    rules: ['right-media-type', 'known-endpoints'],
    checks: [],
    states: [],
    looks: ['protocol'],
  },
];
