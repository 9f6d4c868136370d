/** The scenarios that every team needs, in the order in which most teams meet the failures. Lists begin with them. */
export const NEEDED_SCENARIOS: readonly string[] =
  'rate-limit-burst token-expired service-unavailable batch-partial-failure check-token-unknown latency'.split(' ');
