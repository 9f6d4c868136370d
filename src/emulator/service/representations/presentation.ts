/** How responses show the world. */

import type { Now } from '../../domain/time/now.js';
import { USUAL_RULES, type StandingRules } from '../../domain/world/standing-rules.js';
import type { Contract } from '../../../contract/contract.js';

export interface Presentation {
  /** The time by the sandbox's clock. */
  readonly time: Now;
  /** Whether credentials and scores contain the e-mail of the account; true since revision 2026-04. */
  readonly showsEmail: boolean;
  readonly rules: StandingRules;
}

/** The rules of the contract. */
export function rulesIn({ document: { 'x-rules': rules } }: Contract): StandingRules {
  return rules === undefined ? USUAL_RULES : { ...USUAL_RULES, ...rules };
}
