/** All rules, in the order of their verdicts. */

import { EXAMINATIONS } from './examinations.js';
import type { Rule } from './rule.js';
import sentences from './rules.json' with { type: 'json' };

/** The doubt about rules for what a client does after a response. `rules.json` has `{unseen}` in its place. */
const MAY_NOT_HAVE_SEEN =
  'A client that opens a connection for each request, or has other requests under way, may have sent the request before the response.';

/**
 * The requirements on a consumer: their sentences come from `rules.json`, their functions from the files of `rules`.
 */
export const RULES = (sentences as readonly Omit<Rule, 'examine'>[]).map(({ doubt, ...rule }): Rule => ({
  ...rule,
  ...(doubt !== undefined && { doubt: doubt.replace('{unseen}', MAY_NOT_HAVE_SEEN) }),
  examine: EXAMINATIONS[rule.id],
}));
