/**
 * The scenario `variant`, whose parameters are the points of the contract with variants. It decides no fault: who has
 * selected it is answered by another contract, every failure before and beside the operation included.
 */

import { OPERATION_IDS } from '../contract/operation.js';
import { namesAt } from '../contract/variants/choose-variants.js';
import { NO_VARIANTS, type VariantChoices, type VariantPoint } from '../contract/variants/variant-point.js';
import type { Activation } from '../domain/sandbox/activation.js';
import type { Scenario } from './scenario.js';

const VARIANT = 'variant';

/** The scenario for these points. */
export function variantScenario(points: readonly VariantPoint[]): Scenario {
  return {
    name: VARIANT,
    summary: 'The service does otherwise where the contract rests on a guess: other statuses, bodies, limits.',
    group: 'variants',
    basis: 'docs/fidelity.md, which tells what each variant is',
    recoverable: false,
    breaksContract: false,
    operations: OPERATION_IDS,
    parameters: Object.fromEntries(
      points.map((point) => [
        point.point,
        {
          type: 'string',
          description: `Breaks ${point.breaks.charAt(0).toLowerCase()}${point.breaks.slice(1)}`,
          choices: namesAt(point),
        },
      ]),
    ),
    when: {},
    steps: [],
  };
}

/** What is wrong with a selection of the scenario that its parameters do not tell; undefined where nothing is, or it is another. */
export function variantMistake(
  { scenario, parameters, selector }: Activation,
  points: readonly string[],
): string | undefined {
  if (scenario !== VARIANT) return undefined;
  if (selector === 'party')
    return 'Scenario "variant" cannot be carried by a party: it changes the contract that requests are read by, before it is known whom they concern.';
  return Object.keys(parameters).length > 0
    ? undefined
    : `Scenario "variant" takes at least one point, as in "variant;error-body=problem" (valid are ${points.toSorted().join(', ')}).`;
}

/** The variants that activations choose, of the same point the last. */
export function chosenVariants(activations: readonly Activation[]): VariantChoices {
  let choices = NO_VARIANTS;
  for (const { scenario, parameters } of activations) {
    if (scenario === VARIANT) choices = { ...choices, ...(parameters as VariantChoices) };
  }
  return choices;
}
