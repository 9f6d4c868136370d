/** Variants that go together, by name: what a kind of service does at many points. */

import type { VariantChoices } from './variant-point.js';

export const VARIANT_SETS = {
  /** A service that lets pass what it does not understand, and says little about mistakes. */
  sloppy: {
    'trailing-slash': 'tolerated',
    'path-case': 'ignored',
    'wrong-method': '404',
    'over-limit': 'clamped',
    'empty-parameter': 'ignored',
    'repeated-parameter': 'last',
    'unknown-value': 'ignored',
    'broken-item': 'fails',
    'empty-providers': 'accepted',
    'absent-members': 'null',
  },
  /** A service that refuses whatever it does not know. */
  strict: {
    'unknown-parameter': 'refused',
    'unknown-member': 'refused',
    'malformed-item': '400',
    'duplicate-in-batch': 'refused',
    'empty-batch': 'refused',
    'max-limit': '20',
    'repeated-request': '409',
    'link-of-dead-credential': '410',
    'order-of-checks': 'token-first',
    'unapproved-identity': 'hidden',
  },
} as const satisfies Readonly<Record<string, VariantChoices>>;

export type VariantSet = keyof typeof VARIANT_SETS;

/** The choices of a set; none without a set. */
export function choicesOfSet(set: VariantSet | undefined): VariantChoices {
  return set === undefined ? {} : VARIANT_SETS[set];
}
