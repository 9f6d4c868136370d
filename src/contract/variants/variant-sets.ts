/** Named sets of variants: the behaviour of one kind of service at many points. */

import sets from './variant-sets.json' with { type: 'json' };
import type { VariantChoices } from './variant-point.js';

/**
 * - `sloppy`: a service that ignores what it does not understand, and says little about mistakes.
 * - `strict`: a service that refuses everything that it does not know.
 */
export type VariantSet = 'sloppy' | 'strict';

export const VARIANT_SETS: Readonly<Record<VariantSet, VariantChoices>> = sets;
