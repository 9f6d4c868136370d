/** The JSON of pact files of any version, as `reading/` finds it. */

import type { Rule } from '../emulator/control/pact-document.js';
import type { components } from './pact-schemas.js';

/** The rule that consists of one matcher. A matcher is one condition; a rule combines matchers with AND or OR. */
export function rule(matcher: WrittenMatcher): Rule {
  return { combine: 'AND', matchers: [matcher] };
}

/** The matchers that `generate/` writes. */
export type WrittenMatcher =
  | { readonly match: 'type'; readonly min?: number }
  | { readonly match: 'regex'; readonly regex: string }
  | { readonly match: 'equality' | 'integer' | 'number' | 'boolean' | 'null' };

/** The JSON of a pact of any version, after its shape was checked. */
export type PactJson = components['schemas']['pact'];

/** An interaction over HTTP. */
export type InteractionJson = components['schemas']['interaction'];
export type RequestJson = InteractionJson['request'];
export type ResponseJson = InteractionJson['response'];
