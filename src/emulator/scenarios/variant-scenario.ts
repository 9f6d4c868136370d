/**
 * The scenario `variant`. A point is a fact about the service that the specification leaves open; a variant is another
 * possible behaviour at a point. The parameters of the scenario are the points. The scenario decides no fault: instead,
 * a changed contract serves the request, and also the errors that occur before and outside of the operation.
 */

import { OPERATION_IDS } from '../../contract/operation.js';
import { namesAt } from '../../contract/variants/choose-variants.js';
import { NO_VARIANTS, type VariantChoices, type VariantPoint } from '../../contract/variants/variant-point.js';
import type { Activation } from '../domain/sandbox/activation.js';
import type { Scenario } from './scenario.js';

/** The name of the scenario. */
const VARIANT = 'variant';

/** The scenario `variant` for these points. */
export function variantScenario(points: readonly VariantPoint[]): Scenario {
  return {
    name: VARIANT,
    summary: 'The service behaves differently where the contract is a guess: other statuses, bodies or limits.',
    group: 'variants',
    basis: 'docs/reference/fidelity.md, which describes each variant',
    recoverable: false,
    breaksContract: false,
    operations: OPERATION_IDS,
    parameters: Object.fromEntries(
      points.map((point) => {
        const description = `Breaks ${point.breaks.charAt(0).toLowerCase()}${point.breaks.slice(1)}`;
        return [point.point, { type: 'string', description, choices: namesAt(point) }];
      }),
    ),
    when: {},
    steps: [],
  };
}

/**
 * A mistake in a selection of `variant` that the check of single parameters cannot find. Undefined without a mistake.
 */
export function variantMistake(
  { scenario, parameters, selector }: Activation,
  points: readonly string[],
): string | undefined {
  if (scenario !== VARIANT) return undefined;
  if (selector === 'party')
    return 'Scenario "variant" cannot be selected by a party: it changes how the request is read, and the party is known only after that.';

  if (Object.keys(parameters).length > 0) return undefined;

  return `Scenario "variant" takes at least one point, as in "variant;error-body=problem" (valid are ${points.toSorted().join(', ')}).`;
}

/**
 * The variants that the activations choose. If several activations choose a variant of one point, the last one counts.
 */
export function chosenVariants(activations: readonly Activation[]): VariantChoices {
  const chosen = activations.filter(({ scenario }) => scenario === VARIANT).map(({ parameters }) => parameters);
  // Callers compare with `NO_VARIANTS` to see that nothing was chosen.
  return chosen.length === 0 ? NO_VARIANTS : (Object.assign({}, ...chosen) as VariantChoices);
}
