/** The failures that every team needs, in the order in which most meet them. Lists of scenarios begin with these. */
export const NEEDED_SCENARIOS: readonly string[] = [
  'rate-limit-burst',
  'token-expired',
  'service-unavailable',
  'batch-partial-failure',
  'check-token-unknown',
  'latency',
];
