/** The contract that pacts are held against: that of a revision, in variants. */

import { SPECIFICATION, type Contract } from '../../contract/contract.js';
import { mistakenChoices } from '../../contract/variants/choose-variants.js';
import { NO_VARIANTS } from '../../contract/variants/variant-point.js';
import { contractOf, shippedContracts, shippedVariants } from '../../shipped.js';
import type { VerifyOptions } from './verify-options.js';

/** @throws RangeError where there is no such revision, point or variant */
export function chosenContract({
  revision = SPECIFICATION,
  variants = NO_VARIANTS,
}: Pick<VerifyOptions, 'revision' | 'variants'>): Contract {
  const mistakes = mistakenChoices(variants, shippedVariants());
  if (mistakes.length > 0) throw new RangeError(mistakes.join('; '));
  return variants === NO_VARIANTS
    ? contractOf(revision)
    : shippedContracts().in({ revision: contractOf(revision).revision, variants });
}
