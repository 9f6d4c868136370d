/** The IDs of the judge's rules, as a type. */

/** In the order of the verdicts. */
export const RULE_IDS = [
  // access tokens
  'one-token-request',
  'reuse-token',
  'token-with-every-call',
  'drop-refused-token',
  'accept-forbidden',
  'no-token-in-public',
  'no-secret-in-url',
  // retries
  'wait-as-told',
  'growing-pauses',
  'poll-slowly',
  'repeat-no-post',
  'no-hopeless-retry',
  // requests
  'gapless-paging',
  'bounded-batch',
  'right-media-type',
  'known-endpoints',
] as const;
export type RuleId = (typeof RULE_IDS)[number];
