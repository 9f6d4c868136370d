/** How responses show the world. */

import type { Now } from '../../domain/time/now.js';
import { USUAL_RULES, type StandingRules } from '../../domain/world/standing-rules.js';
import { effectsOf } from '../../../contract/variants/effects.js';
import { NO_VARIANTS, type VariantChoices } from '../../../contract/variants/variant-point.js';

export interface Presentation {
  /** By the sandbox's clock. */
  readonly time: Now;
  /** Whether credentials and scores have the e-mail of the account, as since revision 2026-04. */
  readonly showsEmail: boolean;
  readonly rules: StandingRules;
}

/** The rules of the contract in these variants. */
export function rulesIn(variants: VariantChoices): StandingRules {
  if (variants === NO_VARIANTS) return USUAL_RULES;
  return effectsOf(variants).reduce((rules, effect) => ({ ...rules, ...effect.rules }), USUAL_RULES);
}
